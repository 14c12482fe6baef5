import { describe, expect, it } from 'vitest'
import { aKey, type Client } from '../journeys/client.ts'
import { useWorld } from '../journeys/world.ts'
import { aPurchase, aWebhook, rowsOf, until, wordsOf } from './attack.ts'

const world = await useWorld()
const ours = await world.company()
const theirs = await world.company()
const webhookId = (await aWebhook(theirs.integration)).id
const purchase = await aPurchase(world, theirs)
const { productId } = purchase
const cart = await theirs.buyer.post('/api/v1/cart/items', { productId, quantity: 1 })
const itemId = cart.body.data.items[0].id
const keyId = (await theirs.admin.get('/api/v1/api-keys')).body.data[0].id
const path = `/api/v1/webhooks/${webhookId}/deliveries`
const app = await theirs.admin.post('/api/v1/oauth-apps', {
  name: 'Theirs',
  type: 'public',
  redirectUris: ['https://partner.example/callback'],
  scopes: ['orders:read'],
})
const appId = app.body.data.clientId
const memberId = (await theirs.buyer.get('/auth/me')).body.data.id
const sessionId = (await theirs.buyer.get('/auth/me')).body.data.sessionId
const invited = { email: 'invited@example.com', roles: ['buyer'] }
const invitationId = (await theirs.admin.post('/api/v1/invitations', invited)).body.data.id
const deliveryId = await until(async () => (await theirs.admin.get(path)).body.data[0]?.id)

describe(
  'object level: Spree GHSA-4825-p4xm-pcf2, CVE-2026-22588, CVE-2026-25757, CVE-2026-25758; n8n CVE-2026-54305, ' +
    'CVE-2026-72763, GHSA-4r56-g65c-fm83, GHSA-jmmj-93rg-6j39; Medusa GHSA-hc6q-q5gm-w585; LiteLLM GHSA-qqcv-vg9f-5rr3, AIKIDO-2025-10076',
  () => {
    it('an id of another company in a path gets the answer for an unknown one', async () => {
      const unknown = 'nothing_00000000000000000000000000'

      const before = await rowsOf(world, theirs.companyId)
      for (const [method, path, id, body] of inPaths()) {
        const send = (given: string) => {
          const target = path.replace('*', given)
          const extra = { key: aKey() }
          return method === 'get'
            ? ours.admin.get(target)
            : method === 'delete'
              ? ours.admin.delete(target, undefined, extra)
              : method === 'patch'
                ? ours.admin.patch(target, body, extra)
                : ours.admin.post(target, body, extra)
        }
        const foreign = await send(id)
        expect(foreign.status, `${method} ${path}: ${JSON.stringify(foreign.body)}`).toBe(404)
        expect(wordsOf(foreign), path).toEqual(wordsOf(await send(unknown)))
      }
      expect(await rowsOf(world, theirs.companyId)).toBe(before)
    })

    it('an id of another company in a query finds nothing', async () => {
      for (const query of [`orderId=${purchase.orderId}`, `checkoutId=${purchase.checkoutId}`]) {
        const path = `/api/v1/payments?${query}`
        expect((await theirs.buyer.get(path)).body.data).toHaveLength(1)
        expect((await ours.buyer.get(path)).body.data).toEqual([])
      }
    })

    it('an id of another company in a body is refused', async () => {
      const path = `/api/v1/webhooks/${(await aWebhook(ours.admin)).id}`
      for (const body of [
        { id: webhookId },
        { companyId: theirs.companyId },
        { webhook: { id: webhookId } },
      ]) {
        expect((await ours.admin.patch(path, body)).status).toBe(400)
      }
      const item = await ours.buyer.post('/api/v1/cart/items', {
        productId: purchase.productId,
        quantity: 1,
        cartId: itemId,
      })
      expect(item.status).toBe(400)
    })

    it('lists contain our own rows alone', async () => {
      const secrets = Object.values(purchase).filter((id) => id !== purchase.productId)
      const identities = [keyId, appId, memberId, invitationId, sessionId, theirs.companyId]
      const foreign = [...secrets, webhookId, itemId, deliveryId, ...identities]
      for (const path of [
        '/api/v1/orders',
        '/api/v1/payments',
        '/api/v1/webhooks',
        '/api/v1/api-keys',
        '/api/v1/cart',
        '/api/v1/me',
        '/api/v1/oauth-apps',
        '/api/v1/members',
        '/api/v1/invitations',
        '/api/v1/audit',
        '/auth/sessions',
        '/auth/companies',
      ]) {
        const text = JSON.stringify((await ours.admin.get(`${path}`)).body)
        for (const id of foreign) expect(text.includes(id), `${path} holds ${id}`).toBe(false)
      }
    })

    it('the cursor of another company is refused', async () => {
      await theirs.admin.post('/api/v1/api-keys', { name: 'Second', scopes: ['orders:read'] })
      const page = await theirs.admin.get('/api/v1/api-keys?limit=1')
      const { nextCursor } = page.body.meta
      expect(nextCursor).toBeTruthy()
      const path = `/api/v1/api-keys?limit=1&cursor=${nextCursor}`
      expect((await theirs.admin.get(path)).status).toBe(200)
      const refused = await ours.admin.get(path)
      expect(refused.status).toBe(400)
      expect(refused.body.meta.code).toBe('platform.cursor_invalid')
    })

    it('the idempotency key of another company is unknown here', async () => {
      const key = aKey()
      const body = { name: 'ERP', scopes: ['orders:read'] }
      const first = await theirs.admin.post('/api/v1/api-keys', body, { key })
      const second = await ours.admin.post('/api/v1/api-keys', body, { key })
      expect(second.status).toBe(201)
      expect(second.headers.get('idempotent-replayed')).toBeNull()
      expect(second.body.data.id).not.toBe(first.body.data.id)
      expect(second.body.data.key).not.toBe(first.body.data.key)
    })

    it('an event of another company is not delivered to us', async () => {
      const { id } = await aWebhook(ours.admin)
      const path = `/api/v1/webhooks/${webhookId}/deliveries?limit=100`
      const count = async () => (await theirs.admin.get(path)).body.data.length
      const before = await count()
      await aPurchase(world, theirs)
      await until(async () => ((await count()) > before ? true : undefined))
      expect((await ours.admin.get(`/api/v1/webhooks/${id}/deliveries`)).body.data).toEqual([])
    })

    it('an order cannot be guessed: its id is not its number, and neither suffices', async () => {
      const { body } = await theirs.buyer.get(`/api/v1/orders/${purchase.orderId}`)
      expect((await world.anybody.get(`/api/v1/orders/${purchase.orderId}`)).status).toBe(401)
      const number = body.data.number ?? '1'
      expect((await ours.buyer.get(`/api/v1/orders/${number}`)).status).toBe(404)
      expect((await theirs.buyer.get(`/api/v1/orders/${number}`)).status).toBe(404)
    })
  },
)

/** Every way to name a thing of theirs in a path, with what the route would take. */
const inPaths = (): readonly [
  keyof Client & ('get' | 'post' | 'patch' | 'delete'),
  string,
  string,
  unknown?,
][] => [
  ['get', '/api/v1/orders/*', purchase.orderId],
  ['get', '/api/v1/checkout/*', purchase.checkoutId],
  ['post', '/api/v1/checkout/*/cancel', purchase.checkoutId],
  ['post', '/api/v1/checkout/*/payment', purchase.checkoutId, { method: 'card' }],
  ['get', '/api/v1/payments/*', purchase.paymentId],
  ['post', '/api/v1/payments/*/capture', purchase.paymentId, {}],
  ['post', '/api/v1/payments/*/void', purchase.paymentId],
  ['post', '/api/v1/payments/*/refunds', purchase.paymentId, {}],
  ['patch', '/api/v1/cart/items/*', itemId, { quantity: 9, expectedItemVersion: 1 }],
  ['delete', '/api/v1/cart/items/*?expectedItemVersion=1', itemId],
  ['get', '/api/v1/webhooks/*', webhookId],
  ['patch', '/api/v1/webhooks/*', webhookId, { state: 'PAUSED' }],
  ['delete', '/api/v1/webhooks/*', webhookId],
  ['post', '/api/v1/webhooks/*/test', webhookId],
  ['post', '/api/v1/webhooks/*/enable', webhookId],
  ['post', '/api/v1/webhooks/*/rotate-secret', webhookId],
  ['get', '/api/v1/webhooks/*/deliveries', webhookId],
  ['get', '/api/v1/webhooks/deliveries/*', deliveryId],
  ['post', '/api/v1/webhooks/deliveries/*/replay', deliveryId],
  ['delete', '/api/v1/api-keys/*', keyId],
  ['post', '/api/v1/api-keys/*/rotate', keyId, {}],
  ['get', '/api/v1/api-keys/*', keyId],
  ['patch', '/api/v1/api-keys/*', keyId, { name: 'Ours now' }],
  ['get', '/api/v1/oauth-apps/*', appId],
  ['patch', '/api/v1/oauth-apps/*', appId, { name: 'Ours now' }],
  ['post', '/api/v1/oauth-apps/*/rotate-secret', appId, {}],
  ['delete', '/api/v1/oauth-apps/*', appId],
  ['patch', '/api/v1/members/*', memberId, { roles: ['company_admin'] }],
  ['delete', '/api/v1/members/*', memberId],
  ['post', '/api/v1/members/*/erase', memberId],
  ['delete', '/api/v1/invitations/*', invitationId],
  ['delete', '/auth/sessions/*', sessionId],
  ['delete', '/auth/authorized-apps/*', appId],
]
