import { describe, expect, it } from 'vitest'
import { aKey } from '../journeys/client.ts'
import { fillCart, shipTo } from '../journeys/purchase.ts'
import { useWorld } from '../journeys/world.ts'
import { aPurchase, aWebhook, rowsOf } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
const purchase = await aPurchase(world, ours)

describe('field level: Medusa #16480, #16704, #16702, #16674; Vendure AIKIDO-2024-10257, AIKIDO-2024-10314; LiteLLM CVE-2026-47102', () => {
  it.each([
    'include=company',
    'expand=buyer.passwordHash',
    'expand[]=lines',
    'fields=passwordHash',
    'fields[orders]=companyId',
    'select=*',
    'with=payments',
    'relations=company',
    'sort=passwordHash',
    'order_by=company_id',
    'filter[companyId]=co_1',
    'where={"companyId":{"$ne":null}}',
    'q[user_password_hash_start]=a',
    'company_id=co_1',
    'companyId=co_1',
    'state[$ne]=PAID',
    'limit[gt]=1',
  ])('nothing is read or sorted by %s', async (query) => {
    for (const path of ['orders', 'payments', 'webhooks', 'api-keys', 'products', 'cart', 'me']) {
      const { status, body } = await ours.admin.get(`/api/v1/${path}?${query}`)
      expect(status, `${path}?${query}`).toBe(400)
      expect(body.meta.code).toBe('platform.request_invalid')
    }
    const { status } = await ours.admin.get(`/api/v1/orders/${purchase.orderId}?${query}`)
    expect(status).toBe(400)
  })

  it('sort fields are a list of names, compared whole', async () => {
    for (const sort of ['price', 'price_asc,passwordHash', 'name_x', 'relevance;', 'NAME']) {
      const { status } = await ours.buyer.get(`/api/v1/products?sort=${encodeURIComponent(sort)}`)
      expect(status, sort).toBe(400)
    }
  })

  it('answers contain the fields of their schema and no others of the table', async () => {
    const neverShown = [
      'password',
      'hash',
      'pepper',
      'sealed',
      'digest',
      'idempotency',
      'internal',
      'secret_',
      'company_id',
      'lease',
    ]

    await aWebhook(ours.admin)
    const { orderId, paymentId, checkoutId } = purchase
    for (const path of [
      '/api/v1/me',
      '/auth/me',
      '/api/v1/cart',
      '/api/v1/orders',
      `/api/v1/orders/${orderId}`,
      `/api/v1/payments/${paymentId}`,
      `/api/v1/checkout/${checkoutId}`,
      '/api/v1/webhooks',
      '/api/v1/api-keys',
      '/api/v1/products',
    ]) {
      const { status, body } = await ours.admin.get(path)
      expect([200, 404], path).toContain(status)
      for (const name of namesIn(body)) {
        const shown = neverShown.filter((part) => name.toLowerCase().includes(part))
        expect(shown, `${path} shows ${name}`).toEqual([])
      }
    }
  })

  it('a caller writes permitted fields only', async () => {
    const version = await fillCart(ours.buyer, [{ productId: purchase.productId, quantity: 1 }])
    const before = await rowsOf(world, ours.companyId)
    const base = { productId: purchase.productId, quantity: 1 }
    const price = { amount: '0.01', currency: 'EUR' }
    const more: [string, object, readonly object[]][] = [
      [
        '/api/v1/cart/items',
        base,
        [{ unitPrice: price }, { price }, { lineTotal: price }, { companyId: 'co_1' }, { id: 'x' }],
      ],
      [
        '/api/v1/checkout',
        { expectedSnapshotVersion: version, shipTo },
        [
          { total: price },
          { totals: { total: price } },
          { state: 'COMPLETED' },
          { paymentState: 'PAID' },
          { companyId: 'co_1' },
          { buyerId: 'usr_1' },
          { shipTo: { ...shipTo, id: 'adr_1' } },
        ],
      ],
      [
        `/api/v1/payments/${purchase.paymentId}/refunds`,
        { amount: { amount: '1.00', currency: 'EUR' } },
        [{ state: 'SUCCEEDED' }, { amount: { amount: '1.00', currency: 'EUR', minor: 1 } }],
      ],
      [
        '/api/v1/webhooks',
        { name: 'x', url: 'http://127.0.0.1:9/', events: ['*'] },
        [{ secret: 'whsec_mine' }, { state: 'DISABLED' }, { companyId: 'co_1' }, { id: 'whk_1' }],
      ],
      [
        '/api/v1/api-keys',
        { name: 'x', scopes: ['orders:read'] },
        [
          { role: 'operator' },
          { roles: ['operator'] },
          { key: 'pvy_live_x' },
          { createdBy: 'usr_1' },
        ],
      ],
    ]
    for (const [path, good, extras] of more) {
      for (const extra of extras) {
        const { status, body } = await ours.admin.post(path, { ...good, ...extra }, { key: aKey() })
        expect(status, `${path} ${JSON.stringify(extra)}`).toBe(400)
        expect(body.meta.code).toBe('platform.request_invalid')
      }
    }
    expect(await rowsOf(world, ours.companyId)).toBe(before)
  })

  it('a person cannot write a role or a company into their own sign-in', async () => {
    for (const extra of [{ role: 'operator' }, { roles: ['operator'] }, { companyId: 'co_1' }]) {
      const { status } = await world.anybody.post('/auth/login', {
        email: 'a@example.com',
        password: 'correct horse battery staple',
        ...extra,
      })
      expect(status).toBe(400)
    }
  })
})

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => [name, ...namesIn(part)])
}
