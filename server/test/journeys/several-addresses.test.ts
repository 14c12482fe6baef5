import { describe, expect, it } from 'vitest'
import { type AProductOptions, aProduct } from '#testing/catalog'
import type { Client } from './client.ts'
import { checkOut, fillCart, payAtPage, shipTo, untilInvoiced } from './purchase.ts'
import { aSupplier, ownMethods, parcel } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const viennese = { ...shipTo, city: 'Wien', postalCode: '1010', country: 'AT' }

describe('an order with several deliveries', () => {
  /** Three bolts to Hamburg and two to Vienna by one supplier, nuts to Hamburg by another. */
  async function anOrder(vatId: string | null = null) {
    const [supplier, other] = [await aSupplier(world), await aSupplier(world)]
    await supplier.admin.patch('/api/v1/company', { vatId: 'DE123456789' })
    await supplier.admin.post(ownMethods, parcel)
    const { buyer, admin } = await world.company()
    if (vatId) await admin.patch('/api/v1/company', { vatId })
    const bolt = await product({ supplierCompanyId: supplier.id })
    const nut = await product({ supplierCompanyId: other.id, unitPrice: '0.55' })
    const version = await fillCart(buyer, [
      { productId: bolt.id, quantity: 5 },
      { productId: nut.id, quantity: 3 },
    ])
    const { items } = (await buyer.get('/api/v1/cart')).body.data
    const [boltItem, nutItem] = items.map(({ id }: { id: string }) => id)
    const deliveries = [
      { shipTo: viennese, lines: [{ cartItemId: boltItem, quantity: 2, poNumber: 'PO-2' }] },
      {
        shipTo,
        requestedDate: '2099-01-31',
        lines: [
          { cartItemId: boltItem, quantity: 3, costCenter: 'CC-1', poNumber: 'PO-1' },
          { cartItemId: nutItem, quantity: 3 },
        ],
      },
    ]
    const references = { poNumber: 'PO-0', note: 'Ring.' }
    const started = await checkOut(buyer, version, { shipTo: undefined, deliveries, ...references })
    const { orderId } = await payAtPage(buyer, started.body.data.id)
    return { supplier, other, buyer, orderId, path: `/api/v1/orders/${orderId}` }
  }

  it('has a document for each supplier, with the places of its own lines', async () => {
    const { supplier, other, buyer, path } = await anOrder()
    const { purchaseOrders, number } = (await buyer.get(path)).body.data
    expect(purchaseOrders).toMatchObject([
      { supplierId: supplier.id, number: `${number}-1`, revision: 0 },
      { supplierId: other.id, number: `${number}-2`, revision: 0 },
    ])
    const [{ pdfUrl, ublUrl }] = purchaseOrders
    const read = ({ headers }: Client, url: string, more = {}) =>
      fetch(`${world.baseUrl}${url}`, { headers: { ...headers, ...more } })
    const ubl = await read(supplier.admin, ublUrl)
    expect(ubl.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const xml = await ubl.text()
    for (const text of [`${number}-1`, 'Wien', 'Hamburg', '2099-01-31']) expect(xml).toContain(text)
    expect((await read(other.admin, ublUrl)).status).toBe(404)

    const pdf = await read(buyer, pdfUrl)
    expect(pdf.headers.get('content-disposition')).toBe(`attachment; filename="${number}-1.pdf"`)
    expect((await pdf.text()).slice(0, 4)).toBe('%PDF')
    const known = await read(supplier.admin, pdfUrl, { 'if-none-match': pdf.headers.get('etag') })
    expect(known.status).toBe(304)
  })

  it('shows each supplier the addresses of its own lines, and refuses a shipment to two places', async () => {
    const { supplier, other, orderId, path } = await anOrder('DE111111111')
    const seen = (await supplier.admin.get(`/api/v1/supplier/orders/${orderId}`)).body.data
    expect(seen).toMatchObject({
      buyer: { id: seen.buyerCompanyId, name: expect.any(String), vatId: 'DE111111111' },
      shipTo: { city: 'Wien' },
      deliveries: [
        { number: 1, shipTo: { city: 'Wien' } },
        { number: 2, shipTo: { city: 'Hamburg' }, requestedDate: '2099-01-31' },
      ],
      shipping: [
        { delivery: 1, name: 'Parcel', amount: eur('6.90') },
        { delivery: 2, name: 'Parcel', amount: eur('6.90') },
      ],
      lines: [
        { lineNumber: 1, delivery: 1, quantity: 2, poNumber: 'PO-2' },
        { lineNumber: 2, delivery: 2, quantity: 3, poNumber: 'PO-1', costCenter: 'CC-1' },
      ],
    })
    // Each of its lines has a number of its own, and to whom the note is written nobody knows.
    expect([seen.poNumber, seen.note]).toEqual([undefined, undefined])
    const listed = async ({ admin }: { readonly admin: Client }) => {
      const { body } = await admin.get('/api/v1/supplier/orders')
      return body.data[0].poNumber
    }
    expect([await listed(supplier), await listed(other)]).toEqual([undefined, 'PO-0'])
    const theirs = (await other.admin.get(`/api/v1/supplier/orders/${orderId}`)).body.data
    expect(theirs).toMatchObject({
      poNumber: 'PO-0',
      shipTo: { city: 'Hamburg' },
      deliveries: [{ number: 2 }],
      lines: [{ lineNumber: 3, delivery: 2 }],
    })
    expect(theirs.shipping ?? []).toEqual([])

    const mixed = await supplier.admin.post(`${path}/shipments`, {})
    expect(mixed).toMatchObject({
      status: 422,
      body: { meta: { code: 'orders.several_deliveries' } },
    })
    expect(mixed.body.meta.details).toEqual({
      deliveries: [
        { delivery: 1, lineNumbers: [1] },
        { delivery: 2, lineNumbers: [2] },
      ],
    })
    const lines = [{ lineNumber: 2, quantity: 3 }]
    const shipped = await supplier.admin.post(`${path}/shipments`, { lines })
    expect(shipped.body.data).toMatchObject({
      lines: [{ delivery: 1 }, { delivery: 2, shippedQuantity: 3 }],
      shipments: [{ delivery: 2 }],
    })
    // What is left goes to one place.
    expect((await supplier.admin.post(`${path}/shipments`, {})).status).toBe(201)
  })
  it('refunds the shipping cost of a parcel with the last cancelled line, if nothing was shipped', async () => {
    const { buyer, supplier, path } = await anOrder()
    await supplier.admin.post(`${path}/shipments`, { lines: [{ lineNumber: 2, quantity: 1 }] })
    const cancel = async (lineNumber: number, quantity: number) => {
      const { body } = await buyer.post(`${path}/cancel`, { lines: [{ lineNumber, quantity }] })
      return body.data.credits.at(-1).amount
    }
    // A bolt to Vienna is 10.00 with 20 % tax, the parcel 6.90.
    expect(await cancel(1, 1)).toEqual(eur('12.00'))
    expect(await cancel(1, 1)).toEqual(eur('20.28'))
    // To Hamburg a bolt has left: two of 10.00 with 19 % tax.
    expect(await cancel(2, 2)).toEqual(eur('23.80'))
    expect(await cancel(3, 3)).toEqual(eur('1.96'))
  })
  it('is invoiced by address, with its shipping cost and line references', async () => {
    const { buyer, supplier, orderId, path } = await anOrder()
    const ship = (lineNumber: number, quantity: number) =>
      supplier.admin.post(`${path}/shipments`, { lines: [{ lineNumber, quantity }] })
    await ship(2, 1)
    await ship(1, 2)
    await ship(2, 2)
    const { shipments } = (await buyer.get(path)).body.data
    for (const { id: shipmentId } of shipments)
      await buyer.post(`${path}/deliveries`, { shipmentId })
    const lines = [1, 2].map((lineNumber) => ({ lineNumber, quantity: 1, reason: 'DAMAGED' }))
    const asked = await buyer.post(`${path}/returns`, { lines })
    const { id: returnId } = asked.body.data.returns[0]
    await supplier.admin.post(`${path}/returns/${returnId}/accept`, { restock: false })

    const documents = await untilInvoiced(buyer, orderId, 5)
    const hamburg = {
      delivery: 2,
      shipTo: { city: 'Hamburg' },
      poNumber: 'PO-1',
      costCenter: 'CC-1',
    }
    const vienna = { delivery: 1, shipTo: { city: 'Wien', country: 'AT' }, poNumber: 'PO-2' }
    const shippingCost = [{ name: 'Parcel', amount: eur('6.90') }]
    expect(documents.filter(({ kind }) => kind === 'INVOICE')).toMatchObject([
      { ...hamburg, charges: shippingCost, lines: [{ lineNumber: 2, quantity: 1 }] },
      { ...vienna, charges: shippingCost, lines: [{ lineNumber: 1, tax: { rate: '20' } }] },
      { ...hamburg, charges: [], lines: [{ lineNumber: 2, quantity: 2, tax: { rate: '19' } }] },
    ])
    const notes = documents.filter(({ kind }) => kind === 'CREDIT_NOTE')
    expect(notes.sort((one, other) => one.delivery - other.delivery)).toMatchObject([
      { ...vienna, precedes: [{}], lines: [{ lineNumber: 1 }] },
      { ...hamburg, precedes: [{}, {}], lines: [{ lineNumber: 2 }] },
    ])
  })
})

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const product = (options: AProductOptions = {}) =>
  aProduct(world.parts.platform.database, { taxClass: 'standard', unitPrice: '10.00', ...options })
