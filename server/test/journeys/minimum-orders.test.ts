import { describe, expect, it } from 'vitest'
import { type AProductOptions, aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { buyByCard, checkOut, fillCart, untilInvoiced } from './purchase.ts'
import { aSupplier, ownMethods, parcel } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const own = '/api/v1/company/minimum-order'
const refusing = { amount: '50.00', currency: 'EUR', below: 'REFUSE' }
const charging = { ...refusing, below: 'FEE', fee: '5.00' }

describe('the minimum order value of a supplier', () => {
  it('is set, shown and deleted by its administrators', async () => {
    const { id, admin } = await aSupplier(world)
    const { buyer } = await world.company()
    expect((await admin.get(own)).body.meta.code).toBe('shipping.minimum_order_not_found')
    expect((await admin.put(own, refusing)).body.data).toEqual(refusing)
    expect((await admin.put(own, charging)).body.data).toEqual(charging)
    expect((await admin.get(own)).body.data).toEqual(charging)
    const shown = await buyer.get(`/api/v1/shipping-methods?supplierId=${id}`)
    expect(shown.body.data).toEqual({ methods: expect.anything(), minimumOrder: charging })
    expect((await buyer.put(own, refusing)).status).toBe(403)

    expect((await admin.delete(own)).body.data).toEqual(charging)
    expect((await admin.delete(own)).status).toBe(404)
    const after = await buyer.get(`/api/v1/shipping-methods?supplierId=${id}`)
    expect(after.body.data).not.toHaveProperty('minimumOrder')
  })

  it.each([
    ['a fee with REFUSE', { ...refusing, fee: '5.00' }, 'minimum_order_fee_mismatch'],
    ['no fee with FEE', { ...refusing, below: 'FEE' }, 'minimum_order_fee_mismatch'],
    ['nothing', { ...refusing, amount: '0' }, 'minimum_order_of_nothing'],
    ['a fee of nothing', { ...charging, fee: '0.00' }, 'minimum_order_of_nothing'],
    ['too many decimals', { ...refusing, amount: '1.999' }, 'amount_invalid'],
    ['an unknown currency', { ...refusing, currency: 'QQQ' }, 'currency_unknown'],
  ])('cannot be %s', async (_what, body, code) => {
    const { admin } = await aSupplier(world)
    expect((await admin.put(own, body)).body.meta.code).toBe(`shipping.${code}`)
  })

  it('refuses smaller orders, which the cart says first, together with all other problems', async () => {
    const [one, other] = [await aSupplier(world), await aSupplier(world)]
    await one.admin.put(own, refusing)
    await other.admin.put(own, { ...refusing, amount: '30.00' })
    const { buyer } = await world.company()
    const bolt = await product({ supplierCompanyId: one.id })
    const nut = await product({ supplierCompanyId: other.id })
    const gone = await product({ supplierCompanyId: other.id, unitPrice: '1.00' })
    const version = await fillCart(buyer, [
      { productId: bolt.id, quantity: 4 },
      { productId: nut.id, quantity: 2 },
      { productId: gone.id, quantity: 1 },
    ])
    const { platform, modules } = world.parts
    await platform.database.transaction((tx) =>
      modules.products.changeProduct(tx, gone.id, { discontinued: true }),
    )
    const missing = (supplierId: string, minimum: string, goods: string, lacking: string) => ({
      supplierId,
      minimum: eur(minimum),
      goods: eur(goods),
      missing: eur(lacking),
    })
    const below = [
      missing(one.id, '50.00', '40.00', '10.00'),
      missing(other.id, '30.00', '20.00', '10.00'),
    ]
    const cart = (await buyer.get('/api/v1/cart')).body.data
    expect(cart.belowMinimum).toEqual(below)
    const problems = [
      { code: 'cart.product_discontinued' },
      ...below.map((details) => ({ code: 'cart.below_minimum_order', details })),
    ]
    expect(cart.problems).toMatchObject(problems)

    const refused = await checkOut(buyer, version)
    expect(refused.status).toBe(422)
    expect(refused.body.meta).toMatchObject({
      code: 'checkout.cart_has_problems',
      details: { problems },
    })
    await buyer.delete(`/api/v1/cart/items/${cart.items[2].id}?expectedItemVersion=1`)
    const more = await fillCart(buyer, [
      { productId: (await product({ supplierCompanyId: one.id })).id, quantity: 1 },
      { productId: (await product({ supplierCompanyId: other.id })).id, quantity: 1 },
    ])
    const enough = (await buyer.get('/api/v1/cart')).body.data
    expect(enough).toMatchObject({ problems: [] })
    expect(enough).not.toHaveProperty('belowMinimum')
    expect((await checkOut(buyer, more)).status).toBe(201)
  })

  it('refuses orders while there is no rate from its currency', async () => {
    const supplier = await aSupplier(world)
    await supplier.admin.put(own, { amount: '3000', currency: 'XOF', below: 'REFUSE' })
    const { buyer } = await world.company()
    const { id } = await product({ supplierCompanyId: supplier.id })
    const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
    const details = { supplierId: supplier.id, from: 'XOF', to: 'EUR' }
    const problems = [{ code: 'cart.minimum_order_not_convertible', details }]
    expect((await buyer.get('/api/v1/cart')).body.data.problems).toMatchObject(problems)
    expect((await checkOut(buyer, version)).body.meta).toMatchObject({
      code: 'checkout.cart_has_problems',
      details: { problems },
    })
  })
})

describe('the fee below a minimum order value', () => {
  async function anOrder(quantity = 2) {
    const supplier = await aSupplier(world)
    await supplier.admin.patch('/api/v1/company', { vatId: 'DE123456789' })
    await supplier.admin.post(ownMethods, parcel)
    await supplier.admin.put(own, charging)
    const { buyer } = await world.company()
    const { id } = await product({ supplierCompanyId: supplier.id })
    const version = await fillCart(buyer, [{ productId: id, quantity }])
    const cart = (await buyer.get('/api/v1/cart')).body.data
    const { orderId, payment } = await buyByCard(buyer, version)
    return { supplier, buyer, cart, payment, orderId, path: `/api/v1/orders/${orderId}` }
  }

  it('is in the totals of cart, payment and order, and taxed as the goods are', async () => {
    const { supplier, buyer, cart, payment, path } = await anOrder()
    // 20.00 of goods, 6.90 for the parcel and 5.00 for the small order, with 19 % tax: 6.061.
    const totals = { goods: eur('20.00'), shipping: eur('11.90'), tax: eur('6.06') }
    expect(cart).toMatchObject({
      totals: { ...totals, total: eur('37.96') },
      belowMinimum: [{ supplierId: supplier.id, missing: eur('30.00'), fee: eur('5.00') }],
      problems: [],
    })
    expect(payment.amount).toEqual(eur('37.96'))
    const fee = { supplierId: supplier.id, kind: 'BELOW_MINIMUM', amount: eur('5.00') }
    const costs = { shipping: [{ name: 'Parcel' }], fees: [{ ...fee, tax: { rate: '19' } }] }
    expect((await buyer.get(path)).body.data).toMatchObject({ totals, ...costs })
    const supplied = await supplier.admin.get(path.replace('/orders', '/supplier/orders'))
    expect(supplied.body.data).toMatchObject({ totals, ...costs })
  })

  it('is not in orders that reach the minimum', async () => {
    const { cart, buyer, path } = await anOrder(5)
    expect(cart.totals.shipping).toEqual(eur('6.90'))
    expect((await buyer.get(path)).body.data).not.toHaveProperty('fees')
  })

  it('goes back when everything of the supplier is cancelled', async () => {
    const { buyer, path } = await anOrder()
    const cancel = async () => {
      const lines = [{ lineNumber: 1, quantity: 1 }]
      return (await buyer.post(`${path}/cancel`, { lines })).body.data.credits.at(-1).amount
    }
    expect(await cancel()).toEqual(eur('11.90'))
    expect(await cancel()).toEqual(eur('26.06'))
  })

  it('is a charge of the first invoice, as data and as UBL', async () => {
    const { supplier, buyer, orderId, path } = await anOrder()
    for (const quantity of [1, 1])
      await supplier.admin.post(`${path}/shipments`, { lines: [{ lineNumber: 1, quantity }] })
    const [first, second] = await untilInvoiced(buyer, orderId, 2)
    expect(first.charges).toMatchObject([
      { name: 'Parcel', amount: eur('6.90') },
      { name: 'Small order fee', kind: 'BELOW_MINIMUM', amount: eur('5.00') },
    ])
    expect(second.charges).toEqual([])
    const answer = await fetch(`${world.baseUrl}/api/v1/invoices/${first.id}/ubl`, buyer)
    const xml = await answer.text()
    expect(xml).toContain('<cbc:AllowanceChargeReasonCode>ADR</cbc:AllowanceChargeReasonCode>')
    expect(sumOf([first, second])).toBe('37.96')
  })

  it('is a charge of the purchase order in the language of the supplier', async () => {
    const { supplier, path } = await anOrder()
    await supplier.admin.patch('/api/v1/company', { locale: 'de' })
    const { purchaseOrders } = (
      await supplier.admin.get(path.replace('/orders', '/supplier/orders'))
    ).body.data
    const answer = await fetch(`${world.baseUrl}${purchaseOrders[0].ublUrl}`, {
      headers: supplier.admin.headers,
    })
    const xml = await answer.text()
    expect(xml).toContain('<cbc:AllowanceChargeReason>Mindermengenzuschlag</')
    expect(xml).toContain('<cbc:ChargeTotalAmount currencyID="EUR">11.90</')
  })

  it('is reduced with the price: what is invoiced and credited is what the order costs', async () => {
    const { supplier, buyer, payment, orderId, path } = await anOrder()
    const operator = await world.operator()
    const reduced = async (amount: string, count: number) => {
      const refund = { amount: eur(amount) }
      const made = await operator.post(`/api/v1/payments/${payment.id}/refunds`, refund, {
        key: aKey(),
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      const reductions = async () =>
        (await buyer.get(path)).body.data.timeline.filter(
          ({ kind }: { kind: string }) => kind === 'PRICE_REDUCED',
        ).length
      await expect.poll(reductions, { timeout: 30_000 }).toBe(count)
    }
    const ship = () =>
      supplier.admin.post(`${path}/shipments`, { lines: [{ lineNumber: 1, quantity: 1 }] })
    await reduced('6.00', 1)
    expect((await ship()).status).toBe(201)
    await reduced('4.00', 2)
    expect((await ship()).status).toBe(201)

    const documents = await untilInvoiced(buyer, orderId, 3)
    const of = (kind: string) => documents.filter((one) => one.kind === kind)
    const [first] = of('INVOICE')
    expect(first.charges).toMatchObject([{ name: 'Parcel' }, { kind: 'BELOW_MINIMUM' }])
    expect(Number(first.charges[1].amount.amount)).toBeLessThan(5)
    const kept = Number(sumOf(of('INVOICE'))) - Number(sumOf(of('CREDIT_NOTE')))
    expect(kept.toFixed(2)).toBe('27.96')
  })
})

const sumOf = (documents: readonly { readonly total: { readonly amount: string } }[]) =>
  documents.reduce((sum, { total }) => sum + Number(total.amount), 0).toFixed(2)

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const product = (options: AProductOptions = {}) =>
  aProduct(world.parts.platform.database, { taxClass: 'standard', unitPrice: '10.00', ...options })
