import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aKey } from './client.ts'
import { checkOut, fillCart, giveCredit, handOver, shipTo, untilEnded } from './purchase.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld({})

/** 12.3456 per 100 boxes, 12 per 100 from 500 on. */
const catalogue = `<BMECAT version="1.2"><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>SCREW-100</SUPPLIER_AID>
  <ARTICLE_DETAILS><DESCRIPTION_SHORT>Screw priced by the hundred</DESCRIPTION_SHORT></ARTICLE_DETAILS>
  <ARTICLE_ORDER_DETAILS><ORDER_UNIT>box</ORDER_UNIT><NO_CU_PER_OU>24</NO_CU_PER_OU><PRICE_QUANTITY>100</PRICE_QUANTITY></ARTICLE_ORDER_DETAILS>
  <ARTICLE_PRICE_DETAILS><ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>12.3456</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY></ARTICLE_PRICE>
  <ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>12</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY><LOWER_BOUND>500</LOWER_BOUND></ARTICLE_PRICE></ARTICLE_PRICE_DETAILS>
  <USER_DEFINED_EXTENSIONS><UDX.PURVEYOR.STOCK>100000</UDX.PURVEYOR.STOCK></USER_DEFINED_EXTENSIONS></ARTICLE></T_NEW_CATALOG></BMECAT>`
/** How a line of fewer than 500 is priced, wherever it stands. */
const priced = {
  unitPrice: euro('0.123456'),
  basisPrice: euro('12.3456'),
  perQuantity: 100,
  unit: 'XBX',
}

const ours = await world.company()
const supplier = await aSupplier(world)
const { pool } = world.parts.platform.database
await sql`
    update identity.companies set vat_id = 'DE123456789' where id = ${supplier.id}
  `.execute(pool)
await giveCredit(world, ours.companyId)
const sent = await fetch(`${world.baseUrl}/api/v1/catalog/imports`, {
  method: 'POST',
  body: catalogue,
  headers: { ...supplier.admin.headers, 'content-type': 'application/xml' },
})
expect(sent.status, await sent.text()).toBe(202)
const screw = await until(async () => {
  const { body } = await ours.buyer.get('/api/v1/products?q=SCREW-100')
  return body.data[0]?.id as string | undefined
})

describe('a product that its supplier prices per 100', () => {
  it('shows its basis, and is found by the price of one', async () => {
    const { body } = await ours.buyer.get(`/api/v1/products/${screw}`)
    expect(body.data.price).toEqual({
      list: euro('12.3456'),
      unitPrice: euro('0.123456'),
      perQuantity: 100,
      tiers: [{ minQuantity: 500, unitPrice: euro('0.12'), basisPrice: euro('12.00') }],
      unit: 'XBX',
      contents: 24,
      moq: 1,
      multiple: 1,
      minQuantity: 1,
    })
    const total = async (bounds: string) =>
      (await ours.buyer.get(`/api/v1/products?q=SCREW-100&${bounds}`)).body.meta.total
    expect(await total('minPrice=0.123456&maxPrice=0.123456')).toBe(1)
    expect(await total('minPrice=0.123457')).toBe(0)
    expect(await total('maxPrice=0.123455')).toBe(0)
  })

  it('is quoted at the price of one, with a total that is rounded once', async () => {
    const items = [
      { productId: screw, quantity: 7 },
      { productId: screw, quantity: 499 },
      { productId: screw, quantity: 500 },
    ]
    // The second time the quotes come from the cache.
    for (const _ of ['computed', 'cached']) {
      const { body } = await ours.buyer.post('/api/v1/products/quotes', { items })
      expect(body.data.map((one: { lineTotal: unknown }) => one.lineTotal)).toEqual([
        euro('0.86'),
        euro('61.60'),
        euro('60.00'),
      ])
      expect(body.data[0]).toMatchObject({ ...priced, supplierPrice: euro('0.123456') })
      expect(body.data[2]).toMatchObject({ unitPrice: euro('0.12'), basisPrice: euro('12.00') })
    }
  })

  it('has an agreed price in the basis of the product', async () => {
    const theirs = await world.company()
    const created = async (path: string, data: object) => {
      const { body } = await supplier.admin.post(path, data)
      expect(body, path).toMatchObject({ success: true })
      return body.data
    }
    const { id } = await created('/api/v1/price-lists', { name: 'Framework', currency: 'EUR' })
    const entries = [
      { sku: 'SCREW-100', unitPrice: '0.111111', tiers: [{ minQuantity: 10, unitPrice: '0.1' }] },
    ]
    await supplier.admin.put(`/api/v1/price-lists/${id}/entries`, { entries })
    await created('/api/v1/contracts', {
      buyerCompanyId: theirs.companyId,
      reference: 'FW-1',
      state: 'ACTIVE',
      priceListIds: [id],
    })
    const { body } = await theirs.buyer.get(`/api/v1/products/${screw}`)
    expect(body.data.price).toMatchObject({
      list: { amount: '11.1111' },
      unitPrice: { amount: '0.111111' },
      perQuantity: 100,
      tiers: [{ minQuantity: 10, unitPrice: { amount: '0.10' }, basisPrice: { amount: '10.00' } }],
      agreed: { listPrice: { amount: '12.3456' } },
    })
    const found = await theirs.buyer.get('/api/v1/products?q=SCREW-100&maxPrice=0.111111')
    expect(found.body.meta.total).toBe(1)
  })

  it('keeps unit and basis in the cart, the order, the supplier’s order and the invoice', async () => {
    const version = await fillCart(ours.buyer, [{ productId: screw, quantity: 250 }])
    const cart = await ours.buyer.get('/api/v1/cart')
    expect(cart.body.data).toMatchObject({
      items: [{ ...priced, lineTotal: euro('30.86') }],
      problems: [],
    })
    const accepted = await ours.buyer.patch(`/api/v1/cart/items/${cart.body.data.items[0].id}`, {
      quantity: 250,
      expectedItemVersion: cart.body.data.items[0].itemVersion,
      acceptedUnitPrice: priced.unitPrice,
    })
    expect(accepted.status).toBe(200)

    const started = await checkOut(ours.buyer, accepted.body.data.snapshotVersion ?? version)
    expect(started.body.data.snapshot.lines).toMatchObject([
      { ...priced, lineTotal: euro('30.86') },
    ])
    const { id: checkoutId } = started.body.data
    const handed = await handOver(ours.buyer, checkoutId, { method: 'invoice' })
    expect(handed.status, JSON.stringify(handed.body)).toBe(200)
    const { orderId } = await untilEnded(ours.buyer, checkoutId)
    const order = await ours.buyer.get(`/api/v1/orders/${orderId}`)
    expect(order.body.data.lines).toMatchObject([{ ...priced, lineTotal: euro('30.86') }])
    const supplied = await supplier.admin.get(`/api/v1/supplier/orders/${orderId}`)
    expect(supplied.body.data.lines).toMatchObject([{ ...priced, quantity: 250 }])
    const events = await sql<{ data: { lines: object[] } }>`
      select data from platform.events
      where company_id = ${supplier.id} and type = 'supplier_order.received' and entity_id = ${orderId}
    `.execute(world.parts.platform.database.pool)
    expect(events.rows[0]?.data.lines).toMatchObject([{ ...priced, quantity: 250 }])

    await supplier.admin.post(`/api/v1/orders/${orderId}/confirm`)
    await supplier.admin.post(
      `/api/v1/orders/${orderId}/shipments`,
      { lines: [{ lineNumber: 1, quantity: 100 }] },
      { key: aKey() },
    )
    const invoiceId = await until(async () => {
      const { body } = await ours.buyer.get(`/api/v1/invoices?orderId=${orderId}`)
      const [first] = body.data as { id: string; state: string }[]
      return first?.state === 'ISSUED' ? first.id : undefined
    })
    const invoice = await ours.buyer.get(`/api/v1/invoices/${invoiceId}`)
    expect(invoice.body.data.lines).toMatchObject([{ ...priced, quantity: 100 }])
    const ubl = await (
      await fetch(`${world.baseUrl}/api/v1/invoices/${invoiceId}/ubl`, {
        headers: ours.buyer.headers,
      })
    ).text()
    expect(ubl).toContain('<cbc:InvoicedQuantity unitCode="XBX">100</cbc:InvoicedQuantity>')
    expect(ubl).toContain('<cbc:PriceAmount currencyID="EUR">12.3456</cbc:PriceAmount>')
    expect(ubl).toContain('<cbc:BaseQuantity unitCode="XBX">100</cbc:BaseQuantity>')
  })

  it('is ordered directly when the expected price of one unit is current', async () => {
    const wish = (amount: string) => ({
      lines: [{ productId: screw, quantity: 3, expectedUnitPrice: euro(amount) }],
      shipTo,
      payment: { method: 'invoice' },
    })
    const refused = await ours.buyer.post('/api/v1/orders', wish('12.3456'), { key: aKey() })
    expect(refused.body.meta).toMatchObject({
      code: 'checkout.price_changed',
      details: { lines: [{ current: euro('0.123456') }] },
    })
    const placed = await ours.buyer.post('/api/v1/orders', wish('0.123456'), { key: aKey() })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    expect(placed.body.data.order?.lines ?? placed.body.data.lines).toMatchObject([
      { ...priced, lineTotal: euro('0.37') },
    ])
  })
})

function euro(amount: string) {
  return { amount, currency: 'EUR' }
}

async function until<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  const end = performance.now() + 60_000
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error('it did not come')
    await wait(50)
  }
}
