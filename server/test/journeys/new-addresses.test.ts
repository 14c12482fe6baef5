import { expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { aSupplier, ownMethods, parcel } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const supplier = await aSupplier(world)
await supplier.admin.post(ownMethods, parcel)
await giveCredit(world, ours.companyId, 1_000_000n)

it('documents, shipping cost, shipment and invoice follow the goods to their new address', async () => {
  const { id, path } = await anOrder([2, 1])
  const one = await ours.buyer.post(`${path}/changes`, wishFor([1]))
  expect(one).toMatchObject({ status: 409, body: { meta: { code: 'orders.parcel_divided' } } })
  expect(one.body.meta.details).toEqual({ lineNumbers: [1, 2] })
  const placed = (await ours.buyer.get(path)).body.data
  expect(placed.shipping).toMatchObject([{ delivery: 1, amount: { amount: '6.90' } }])

  const requested = await ours.buyer.post(`${path}/changes`, wishFor([1, 2]))
  expect(requested.status, JSON.stringify(requested.body)).toBe(201)
  const supplied = `/api/v1/supplier/orders/${id}`
  const [open] = (await supplier.admin.get(`${path}/changes`)).body.data
  expect(open.lines).toMatchObject([{ shipTo: dock }, { shipTo: dock }])
  await supplier.admin.post(`${supplied}/changes/${open.id}/accept`, {})
  const moved = (await ours.buyer.get(path)).body.data
  expect(moved).toMatchObject({
    total: placed.total,
    shipTo: dock,
    deliveries: [
      { number: 1, shipTo },
      { number: 2, shipTo: dock },
    ],
    shipping: [{ delivery: 2, amount: { amount: '6.90' } }],
    lines: [{ delivery: 2 }, { delivery: 2 }],
    purchaseOrders: [{ revision: 1 }],
  })
  expect((await supplier.admin.get(supplied)).body.data).toMatchObject({
    shipTo: dock,
    deliveries: [{ number: 2 }],
  })
  const document = `${path}/documents/${supplier.id}.xml`
  const [before, after] = await Promise.all(
    [0, 1].map((revision) => textOf(supplier.admin, `${document}?revision=${revision}`)),
  )
  expect([before?.includes('Hafenstr. 7'), before?.includes('Dock 7')]).toEqual([true, false])
  expect([after?.includes('Hafenstr. 7'), after?.includes('Dock 7')]).toEqual([false, true])
  expect(before).toContain('6.90')
  expect(after).toContain('6.90')

  expect((await supplier.admin.post(`${path}/shipments`, {})).status).toBe(201)
  const invoices = () => ours.buyer.get(`/api/v1/invoices?orderId=${id}`)
  await expect.poll(async () => (await invoices()).body.data.length).toBe(1)
  const [{ id: invoiceId, total }] = (await invoices()).body.data
  expect(total).toEqual(placed.total)
  const invoice = await ours.buyer.get(`/api/v1/invoices/${invoiceId}`)
  expect(JSON.stringify(invoice.body.data)).toContain('Dock 7')
  const late = await ours.buyer.post(`${path}/changes`, wishFor([1, 2]))
  expect(late.body.meta.code).toBe('orders.order_not_open')
})

const dock = { ...shipTo, name: 'Goods receipt', line1: 'Dock 7' }

const wishFor = (numbers: readonly number[]) => ({
  lines: numbers.map((lineNumber) => ({ lineNumber, shipTo: dock })),
  reason: 'The warehouse is full.',
})

/** An order on account, at 10 euros a piece and 6.90 for the parcel. */
async function anOrder(quantities: readonly number[]): Promise<{ id: string; path: string }> {
  const { database } = world.parts.platform
  const goods = { supplierCompanyId: supplier.id, unitPrice: '10.00', onHand: 50 }
  const lines = await Promise.all(
    quantities.map(async (quantity) => ({
      productId: (await aProduct(database, goods)).id,
      quantity,
    })),
  )
  const body = { lines, shipTo, payment: { method: 'invoice' } }
  const placed = await ours.buyer.post('/api/v1/orders', body, { key: aKey() })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { id } = placed.body.data.order
  return { id, path: `/api/v1/orders/${id}` }
}

async function textOf({ headers }: Client, path: string): Promise<string> {
  return (await fetch(`${world.baseUrl}${path}`, { headers })).text()
}
