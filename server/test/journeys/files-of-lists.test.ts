import { describe, expect, it } from 'vitest'
import type { Id } from '#kernel/id'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { readCsv } from './csv-file.ts'
import { shipTo } from './purchase.ts'
import { aStandingCompany } from './standing-orders-client.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const operator = await world.operator()
const { ours, created, work } = await aStandingCompany(world)
const { admin } = ours
const limit = { amount: '100.00', currency: 'EUR' }

describe('a file has the items of its list', () => {
  it('for administrators and operators, and never a secret', async () => {
    const key = await made(admin, '/api/v1/api-keys', { name: 'ERP', scopes: ['orders:read'] })
    const app = await made(admin, '/api/v1/oauth-apps', {
      name: 'Partner',
      type: 'confidential',
      redirectUris: ['https://partner.example/callback'],
      scopes: ['orders:read'],
    })
    const email = `ada@${ours.companyId.replace('_', '-')}.example`
    const invitation = await made(admin, '/api/v1/invitations', { email, roles: ['buyer'] })
    const standingOrder = await created()
    await work(standingOrder.id, '2031-01-13T05:00:01Z')
    const automation = await made(admin, '/api/v1/automations', {
      name: 'Large orders',
      trigger: { event: 'order.created' },
      actions: [{ type: 'notify', subject: 'A large order', message: 'Look at it.' }],
    })
    const webhook = await made(admin, '/api/v1/webhooks', {
      name: 'ERP',
      url: 'http://127.0.0.1:9/hook',
      events: ['*'],
    })
    for (const [list, known] of [
      ['/members', 'buyer'],
      ['/invitations', invitation.id],
      ['/api-keys?state=ACTIVE', key.keyStart],
      ['/oauth-apps', app.id],
      ['/standing-orders?q=Cof', standingOrder.id],
      [`/standing-orders/${standingOrder.id}/runs`, '2031-01-13'],
      [`/automations/${automation.id}/runs`, 'automationId'],
      [`/webhooks/${webhook.id}/replays`, 'matched'],
    ] as const) {
      const own = await expectItems(admin, `/api/v1${list}`)
      expect(own).toContain(known)
      expect(await expectItems(operator, `/admin/companies/${ours.companyId}${list}`)).toBe(own)
      for (const secret of [key.key, app.clientSecret, automation.secret, webhook.secret]) {
        if (secret !== undefined) expect(own).not.toContain(secret)
      }
    }
    expect(key.key).toEqual(expect.any(String))
    expect(app.clientSecret).toEqual(expect.any(String))
    const { headers } = ours.buyer
    const refused = await fetch(`${world.baseUrl}/api/v1/api-keys.csv`, { headers })
    expect(refused.status).toBe(403)
  })

  it('for accountants, with what a budget has left and its entries', async () => {
    const period = 'MONTH'
    const budget = { name: 'Kitchen', costCenter: '4711', period, limit }
    const { id } = await made(admin, '/api/v1/budgets', budget)
    const spending = await made(admin, '/api/v1/spending-limits', { name: 'Each', period, limit })
    const { number } = await anOrder((await world.company()).companyId)
    for (const [list, known] of [
      ['/budgets', id],
      [`/budgets/${id}/entries`, number],
      ['/spending-limits', spending.id],
      [`/spending-limits/${spending.id}/entries`, number],
      ['/credit-accounts', 'EUR'],
      ['/credit-accounts/EUR/entries', 'TAKEN'],
    ] as const) {
      expect(await expectItems(admin, `/api/v1${list}`)).toContain(known)
    }
  })

  it('for suppliers, with their orders alone, and for everybody with addresses', async () => {
    const supplier = await aSupplier(world)
    const { id } = await anOrder(supplier.id)
    const sold = await expectItems(supplier.admin, '/api/v1/supplier/orders?state=PLACED')
    expect(sold).toContain(id)
    expect(await expectItems(ours.admin, '/api/v1/supplier/orders')).not.toContain(id)
    await made(supplier.admin, '/api/v1/price-lists', { name: 'Framework', currency: 'EUR' })
    expect(await expectItems(supplier.admin, '/api/v1/price-lists')).toContain('Framework')
    await made(ours.buyer, '/api/v1/addresses', { label: 'Works', address: shipTo })
    expect(await expectItems(ours.buyer, '/api/v1/addresses')).toContain('Works')
  })
})

/** An order on credit of a product of the supplier. */
async function anOrder(supplierCompanyId: Id<'co'>) {
  const product = { supplierCompanyId, unitPrice: '10.00', onHand: 9 }
  const { id: productId } = await aProduct(world.parts.platform.database, product)
  const lines = [{ productId, quantity: 1, costCenter: '4711' }]
  const payment = { method: 'invoice' }
  return (await made(ours.buyer, '/api/v1/orders', { lines, shipTo, payment })).order
}

/** The text of the file, whose rows are the items of the list in its order. */
async function expectItems(client: Client, list: string): Promise<string> {
  const { body } = await client.get(list)
  const [items] = Array.isArray(body.data) ? [body.data] : Object.values(body.data)
  const { rows, text } = await readCsv(world, client, list.replace(/(?=\?|$)/, '.csv'))
  expect(rows.map(nameOf)).toEqual((items as Item[]).map(nameOf))
  return text
}

type Item = Readonly<Record<string, unknown>>

const nameOf = ({ id, userId, date, currency, recordedAt }: Item) =>
  id ?? userId ?? date ?? currency ?? recordedAt

async function made(client: Client, path: string, record: object) {
  const { body } = await client.post(path, record, { key: aKey() })
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data
}
