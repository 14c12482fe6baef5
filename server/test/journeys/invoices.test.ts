import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#kernel/id'
import { registerCompany } from '#modules/identity'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { shipTo } from './purchase.ts'
import { aWorld, type CompanyOfWorld, type World } from './world.ts'

let world: World
let ours: CompanyOfWorld
let operator: Client

beforeAll(async () => {
  world = await aWorld()
  ours = await world.company()
  operator = await world.operator()
  await operator.put(`/admin/companies/${ours.companyId}/credit-accounts/EUR`, {
    limit: '1000.00',
    netDays: 30,
  })
})
afterAll(() => world.close())

describe('the PDF of an invoice', () => {
  it('is served with an ETag, and not sent again to a reader who has it', async () => {
    const { id } = await anInvoice()
    const path = `${world.baseUrl}/api/v1/invoices/${id}/pdf`
    const { headers } = ours.buyer

    const first = await fetch(path, { headers })
    const etag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('application/pdf')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(bytes.subarray(0, 4).toString()).toBe('%PDF')

    const known = await fetch(path, { headers: { ...headers, 'if-none-match': `W/"x", ${etag}` } })
    expect([known.status, await known.text()]).toEqual([304, ''])
    expect(known.headers.get('etag')).toBe(etag)
    const changed = await fetch(path, { headers: { ...headers, 'if-none-match': '"x"' } })
    expect(Buffer.from(await changed.arrayBuffer()).equals(bytes)).toBe(true)

    const stranger = (await world.company()).buyer
    const foreign = await fetch(path, { headers: { ...stranger.headers, 'if-none-match': etag } })
    expect(foreign.status).toBe(404)
    expect((await operator.get('/admin/invoices/failing-pdfs')).body.data).toEqual([])
  })
})

/** Over goods of a supplier that has a VAT id, as the buyer reads it. */
async function anInvoice() {
  const { buyer } = ours
  const { id: productId } = await aProduct(world.parts.platform.database, {
    taxClass: 'standard',
    supplierCompanyId: await aSupplier(),
  })
  const order = { lines: [{ productId, quantity: 2 }], shipTo, payment: { method: 'invoice' } }
  const placed = await buyer.post('/api/v1/orders', order, { key: aKey() })
  const { orderId } = placed.body.data.checkout
  expect((await operator.post(`/api/v1/orders/${orderId}/shipments`, {})).status).toBe(201)
  return vi.waitFor(
    async () => {
      const [found] = (await buyer.get(`/api/v1/invoices?orderId=${orderId}`)).body.data
      expect(found).toMatchObject({ state: 'ISSUED' })
      return (await buyer.get(`/api/v1/invoices/${found.id}`)).body.data
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function aSupplier() {
  const now = new Date()
  const id = newId('co', now)
  const facts = { name: 'Supplies', currency: 'EUR', country: 'DE', vatId: 'DE123456789' }
  const { database } = world.parts.platform
  await database.transaction((tx) =>
    registerCompany(tx, { ...facts, id, supplier: true, platform: false }, now),
  )
  return id
}
