import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const [ours, supplier, stranger] = [
  await world.company(),
  await world.company(),
  await world.company(),
]
await giveCredit(world, ours.companyId, 1_000_000n)

it('each revision of a purchase order has a document, and the earlier ones stay', async () => {
  const { id: productId } = await aProduct(world.parts.platform.database, {
    supplierCompanyId: supplier.companyId,
    unitPrice: '100.00',
    onHand: 50,
  })
  const order = { lines: [{ productId, quantity: 4 }], shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', order, { key: aKey() })
  const orderId = placed.body.data.order.id
  const path = `/api/v1/orders/${orderId}`
  const address = `${path}/documents/${supplier.companyId}`
  const read = (query = '', client: Client = ours.buyer) => textOf(client, `${address}.xml${query}`)
  const cancel = (quantity: number) =>
    ours.buyer.post(`${path}/cancel`, { lines: [{ lineNumber: 1, quantity }] }, { key: aKey() })

  const ordered = await read()
  expect(ordered).toContain('>4</cbc:Quantity>')
  expect((await read('?revision=1')).includes('orders.revision_not_found')).toBe(true)

  await cancel(1)
  const fewer = await read()
  expect(fewer).toContain('>3</cbc:Quantity>')
  expect(fewer).toContain('>300.00</cbc:TaxExclusiveAmount>')
  const line = { lineNumber: 1, status: 'ACCEPTED', promisedDate: '2999-01-31' }
  const answered = await supplier.integration.post(
    `/api/v1/supplier/orders/${orderId}/response`,
    { lines: [line] },
    { key: aKey() },
  )
  expect(answered.status, JSON.stringify(answered.body)).toBe(200)
  const promised = await read()
  expect(promised).toContain('>2999-01-31</cbc:EndDate>')

  // A revision that nobody has read yet is written with what it was.
  await cancel(1)
  await cancel(1)
  expect(await read('?revision=3')).toContain('>2</cbc:Quantity>')
  expect(await read()).toContain('>1</cbc:Quantity>')
  expect([await read('?revision=0'), await read('?revision=1'), await read('?revision=2')]).toEqual(
    [ordered, fewer, promised],
  )
  expect(await read('?revision=2', supplier.integration)).toBe(promised)
  expect(await read('', stranger.buyer)).toContain('orders.order_not_found')
  const pdf = await fetch(`${world.baseUrl}${address}.pdf?revision=1`, {
    headers: ours.buyer.headers,
  })
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])

  const last = await read()
  await cancel(1)
  expect(await read()).toBe(last)
  expect(await read('?revision=5')).toContain('invoices.purchase_order_empty')
  expect(await read('?revision=0')).toBe(ordered)
})

async function textOf({ headers }: Client, path: string): Promise<string> {
  return (await fetch(`${world.baseUrl}${path}`, { headers })).text()
}
