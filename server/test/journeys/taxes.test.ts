import { describe, expect, it, vi } from 'vitest'
import { newId } from '#kernel/id'
import { registerCompany } from '#modules/identity'
import { sql } from '#platform/db'
import { type AProductOptions, aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { buyByCard, checkOut, fillCart, handOver, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const operator = await world.operator()

describe('a domestic purchase', () => {
  it('has its tax in the cart, the payment and the order', async () => {
    const { id } = await product({ unitPrice: '2.505' })
    const book = await product({ unitPrice: '10.00', taxClass: 'reduced' })
    const version = await fillCart(ours.buyer, [
      { productId: id, quantity: 3 },
      { productId: book.id, quantity: 1 },
    ])
    const { totals } = (await ours.buyer.get('/api/v1/cart')).body.data
    const expected = {
      goods: eur('17.52'),
      discount: eur('0.00'),
      shipping: eur('0.00'),
      // 19 % of 7.52 is 1.4288, and 7 % of 10.00 is 0.70.
      tax: eur('2.13'),
      total: eur('19.65'),
      taxBreakdown: [
        { category: 'S', rate: '19', taxable: eur('7.52'), amount: eur('1.43') },
        { category: 'S', rate: '7', taxable: eur('10.00'), amount: eur('0.70') },
      ],
    }
    expect(totals).toMatchObject(expected)

    const wrong = await checkOut(ours.buyer, version, { acceptedTotal: eur('17.52') })
    expect(wrong.body.meta.code).toBe('checkout.total_changed')

    const ended = await buyByCard(ours.buyer, version)
    expect(ended).toMatchObject({ state: 'COMPLETED', totals: expected })
    expect(ended.payment.amount).toEqual(eur('19.65'))
    const order = (await ours.buyer.get(`/api/v1/orders/${ended.orderId}`)).body.data
    expect(order).toMatchObject({
      total: eur('19.65'),
      totals: expected,
      lines: [
        {
          lineTotal: eur('7.52'),
          tax: { category: 'S', rate: '19', amount: eur('1.43'), country: 'DE' },
        },
        { lineTotal: eur('10.00'), tax: { category: 'S', rate: '7', amount: eur('0.70') } },
      ],
    })
  })
})

describe('many cheap lines', () => {
  it('are taxed together: 60 lines of 0.02 have 0.24 of tax, and each part invoice has its share', async () => {
    const company = await world.company()
    const { buyer } = company
    const terms = { limit: { amount: '1000.00', currency: 'EUR' }, netDays: 30 }
    await operator.put(`/admin/companies/${company.companyId}/credit-accounts/EUR`, terms)
    const supplierId = await aSupplierIn('AT')
    const { pool } = world.parts.platform.database
    await sql`update identity.companies set vat_id = 'ATU12345675' where id = ${supplierId}`.execute(
      pool,
    )
    const cheap = () =>
      product({ supplierCompanyId: supplierId, unitPrice: '0.02', shipTo: ['AT'] })
    const products: Awaited<ReturnType<typeof cheap>>[] = []
    for (let line = 0; line < 60; line += 1) products.push(await cheap())
    const lines = products.map(({ id: productId }) => ({ productId, quantity: 1 }))
    const toVienna = { ...shipTo, city: 'Wien', postalCode: '1010', country: 'AT' }
    const order = { lines, shipTo: toVienna, payment: { method: 'invoice' } }
    const totals = { goods: eur('1.20'), tax: eur('0.24'), total: eur('1.44') }
    const validated = await buyer.post('/api/v1/orders/validate', order)
    expect(validated.body.data.totals).toMatchObject(totals)
    const placed = await buyer.post('/api/v1/orders', order, { key: aKey() })
    const { orderId } = placed.body.data.checkout
    const read = (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
    expect(read.totals).toMatchObject({
      ...totals,
      taxBreakdown: [{ rate: '20', taxable: eur('1.20'), amount: eur('0.24') }],
    })

    for (const first of [1, 14]) {
      const some = lines.slice(first - 1, first === 1 ? 13 : 60)
      const pieces = some.map((_, at) => ({ lineNumber: first + at, quantity: 1 }))
      const shipped = await operator.post(`/api/v1/orders/${orderId}/shipments`, { lines: pieces })
      expect(shipped.status).toBe(201)
    }
    const invoices = await vi.waitFor(
      async () => {
        const found = (await buyer.get('/api/v1/invoices')).body.data
        expect(found).toHaveLength(2)
        return found
      },
      { timeout: 60_000, interval: 50 },
    )
    // 20 % of 0.26 is 0.052, and of 0.94 is 0.188.
    expect(invoices).toMatchObject([
      { net: eur('0.94'), tax: eur('0.19') },
      { net: eur('0.26'), tax: eur('0.05') },
    ])
  })
})

describe('a purchase from another member state', () => {
  it('is reverse charged with a VAT id, once it is known', async () => {
    const { buyer, admin } = await world.company()
    const { id } = await product({ supplierCompanyId: await aSupplierIn('AT') })
    const version = await fillCart(buyer, [{ productId: id, quantity: 4 }])
    const before = (await buyer.get('/api/v1/cart')).body.data.totals
    expect(before).toMatchObject({ tax: eur('1.90'), total: eur('11.90') })

    await admin.patch('/api/v1/company', { vatId: 'DE123456789' })
    const { totals } = (await buyer.get('/api/v1/cart')).body.data
    expect(totals).toMatchObject({ tax: eur('0.00'), total: eur('10.00') })
    const started = await checkOut(buyer, version, { acceptedTotal: eur('10.00') })
    expect(started.body.data.totals.taxBreakdown).toEqual([
      {
        category: 'K',
        rate: '0',
        reasonCode: 'VATEX-EU-IC',
        taxable: eur('10.00'),
        amount: eur('0.00'),
      },
    ])
    // What was reserved is what is paid, whatever the company says of itself in between.
    await admin.patch('/api/v1/company', { vatId: null })
    const handed = await handOver(buyer, started.body.data.id)
    expect(handed.body.data.payment.amount).toEqual(eur('10.00'))
  })

  it('is invoiced as it was taxed, whatever the companies change later', async () => {
    const company = await world.company()
    const { buyer, admin } = company
    const terms = { limit: { amount: '1000.00', currency: 'EUR' }, netDays: 30 }
    await operator.put(`/admin/companies/${company.companyId}/credit-accounts/EUR`, terms)
    const supplierId = await aSupplierIn('AT')
    const { id: productId } = await product({ supplierCompanyId: supplierId })
    await admin.patch('/api/v1/company', { vatId: 'DE123456789' })
    const lines = [{ productId, quantity: 4 }]
    const order = { lines, shipTo, payment: { method: 'invoice' } }
    const placed = await buyer.post('/api/v1/orders', order, { key: aKey() })
    const { orderId } = placed.body.data.checkout

    await admin.patch('/api/v1/company', { vatId: null, name: 'Renamed' })
    const { pool } = world.parts.platform.database
    await sql`update identity.companies set name = 'Sold', vat_id = 'ATU12345675' where id = ${supplierId}`.execute(
      pool,
    )
    expect((await operator.post(`/api/v1/orders/${orderId}/shipments`, {})).status).toBe(201)
    const invoice = await vi.waitFor(
      async () => {
        const [found] = (await buyer.get('/api/v1/invoices')).body.data
        expect(found).toMatchObject({ orderId, state: 'ISSUED' })
        return (await buyer.get(`/api/v1/invoices/${found.id}`)).body.data
      },
      { timeout: 60_000, interval: 50 },
    )
    expect(invoice).toMatchObject({
      buyer: { vatId: 'DE123456789' },
      // Not said when it was ordered, and wanted by the law.
      seller: { name: 'Supplies', vatId: 'ATU12345675' },
      taxBreakdown: [{ category: 'K' }],
    })
    expect(invoice.buyer.name).not.toBe('Renamed')
  })

  it('leaves the union untaxed, as an export', async () => {
    const { buyer } = await world.company()
    const { id } = await product({ shipTo: ['DE', 'CH'] })
    const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
    const swiss = { ...shipTo, city: 'Basel', postalCode: '4001', country: 'CH' }
    const { body } = await checkOut(buyer, version, { shipTo: swiss })
    expect(body.data.totals).toMatchObject({
      total: eur('2.50'),
      taxBreakdown: [{ category: 'G', reasonCode: 'VATEX-EU-G' }],
    })
  })
})

describe('an unknown tax', () => {
  it('is not zero: the cart says so, and cannot be ordered until an operator decides', async () => {
    const { buyer } = await world.company()
    const { id } = await product({
      supplierCompanyId: await aSupplierIn('US'),
      shipTo: ['US', 'DE'],
    })
    const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
    const cart = (await buyer.get('/api/v1/cart')).body.data
    expect(cart.totals).toMatchObject({ goods: eur('2.50'), tax: null, total: null })
    expect(cart.problems).toMatchObject([
      { code: 'cart.tax_not_determined', details: { reason: 'rules_unknown', from: 'US' } },
    ])
    const refused = await checkOut(buyer, version)
    expect(refused).toMatchObject({
      status: 422,
      body: {
        meta: {
          code: 'checkout.tax_not_determined',
          details: { lines: [{ productId: id, reason: 'rules_unknown' }] },
        },
      },
    })

    const rate = { country: 'US', taxClass: 'standard', rate: '8.875', validFrom: '2026-01-01' }
    const set = await operator.post('/admin/tax/rates', { ...rate, note: 'New York City' })
    expect(set.status).toBe(201)
    const atHome = { ...shipTo, city: 'New York', postalCode: '10001', country: 'US' }
    const started = await checkOut(buyer, version, { shipTo: atHome })
    expect(started.body.data.totals).toMatchObject({ tax: eur('0.22'), total: eur('2.72') })
  })
})

describe('operators', () => {
  it('see tax decisions, make them and withdraw them', async () => {
    const path = '/admin/tax/rates'
    const denmark = async (on: string) =>
      (await operator.get(`${path}?country=DK&on=${on}`)).body.data.rates
    expect(await denmark('2027-05-01')).toContainEqual({
      country: 'DK',
      taxClass: 'standard',
      rate: '25',
      source: 'data',
    })
    const rate = { country: 'DK', taxClass: 'standard', rate: '22.5', validFrom: '2027-01-01' }
    const { body } = await operator.post(path, { ...rate, note: 'Their law' })
    const island = { ...rate, rate: '20', postcode: '3790', note: 'Of an island alone' }
    const ofIsland = await operator.post(path, island)
    expect(ofIsland.body.data).toMatchObject({ rate: '20', postcode: '3790' })
    expect((await operator.post(path, island)).body.meta.code).toBe('tax.override_exists')
    await operator.delete(`${path}/${ofIsland.body.data.id}`)
    expect(await denmark('2027-05-01')).toContainEqual({
      country: 'DK',
      taxClass: 'standard',
      rate: '22.5',
      source: 'operator',
    })
    const again = await operator.post(path, { ...rate, note: 'Their law' })
    expect(again.body.meta.code).toBe('tax.override_exists')
    expect((await operator.delete(`${path}/${body.data.id}`)).status).toBe(200)
    expect((await operator.delete(`${path}/${body.data.id}`)).body.meta.code).toBe(
      'tax.override_not_found',
    )
  })

  it.each([
    ['a country that there is not', { country: 'XX' }, 400, 'tax.country_unknown'],
    ['an end before its beginning', { validUntil: '2026-12-31' }, 422, 'tax.days_out_of_order'],
    ['more than everything', { rate: '100.01' }, 400, undefined],
    ['less than nothing', { rate: '-1' }, 400, undefined],
    ['a class without rates', { taxClass: 'zero' }, 400, undefined],
  ])('are refused %s', async (_, wrong, status, code) => {
    const rate = { country: 'SE', taxClass: 'reduced', rate: '12', validFrom: '2027-01-01' }
    const answer = await operator.post('/admin/tax/rates', { ...rate, note: 'x', ...wrong })
    expect(answer.status).toBe(status)
    if (code !== undefined) expect(answer.body.meta.code).toBe(code)
  })

  it('set the tax of products and categories, all of them or none', async () => {
    const one = await product({ taxClass: undefined, categoryId: 'cat_books' })
    const classes = '/admin/tax/classes'
    const byCategory = await operator.patch(classes, {
      taxClass: 'reduced',
      categoryId: 'cat_books',
    })
    expect(byCategory.body.data).toEqual({ products: 0, categories: 1 })
    const { buyer } = await world.company()
    await fillCart(buyer, [{ productId: one.id, quantity: 4 }])
    const taxNow = async () => (await buyer.get('/api/v1/cart')).body.data.totals.tax
    expect(await taxNow()).toEqual(eur('0.70'))

    const nobody = 'prd_00000000000000000000000000'
    const refused = await operator.patch(classes, {
      taxClass: 'zero',
      productIds: [one.id, nobody],
    })
    expect(refused.body.meta).toMatchObject({
      code: 'catalog.products_unknown',
      details: { productIds: [nobody] },
    })
    expect(await taxNow()).toEqual(eur('0.70'))
    await operator.patch(classes, { taxClass: 'zero', productIds: [one.id] })
    expect(await taxNow()).toEqual(eur('0.00'))
  })
})

async function aSupplierIn(country: string) {
  const id = newId('co', new Date())
  const kind = { supplier: true, platform: false }
  const company = { id, name: 'Supplies', currency: 'EUR', country, ...kind }
  const { database } = world.parts.platform
  await database.transaction((tx) => registerCompany(tx, company, new Date()))
  return id
}

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const product = (options: AProductOptions = {}) =>
  aProduct(world.parts.platform.database, { taxClass: 'standard', ...options })
