import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { type AProductOptions, aProduct } from '#testing/catalog'
import type { Client } from './client.ts'
import { buyByCard, checkOut, fillCart, payAtPage, shipTo } from './purchase.ts'
import { aSupplier, ownMethods as own, parcel } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const viennese = { ...shipTo, city: 'Wien', postalCode: '1010', country: 'AT' }

describe('shipping cost', () => {
  const pickUp = { name: 'Pick-up', kind: 'PICK_UP', currency: 'EUR', leadTimeDays: 0, position: 2 }

  it('is the supplier’s, taxed like the goods, and paid and kept with the order', async () => {
    const supplier = await aSupplier(world)
    const added = await supplier.admin.post(own, parcel)
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    // Not as a shipment's, which is another thing.
    expect(added.body.data.id).toMatch(/^smt_/)
    // Though it comes first: whoever names an address wants the goods there.
    await supplier.admin.post(own, { ...pickUp, position: 0 })
    const { buyer } = await world.company()
    const { id } = await product({ supplierCompanyId: supplier.id })
    const version = await fillCart(buyer, [{ productId: id, quantity: 2 }])

    const cart = await cartOf(buyer)
    expect(cart.shippingOptions).toMatchObject([
      {
        supplierId: supplier.id,
        selected: added.body.data.id,
        options: [
          { name: 'Pick-up', price: eur('0.00') },
          { name: 'Parcel', price: eur('6.90') },
        ],
      },
    ])
    // 19 % of 20.00 is 3.80, and of 6.90 it is 1.311.
    const totals = { goods: eur('20.00'), shipping: eur('6.90'), tax: eur('5.11') }
    expect(cart.totals).toMatchObject({ ...totals, total: eur('32.01') })

    const ended = await buyByCard(buyer, version)
    expect(ended.payment.amount).toEqual(eur('32.01'))
    await supplier.admin.delete(`${own}/${added.body.data.id}`)
    const theirs = { ...totals, discount: eur('0.00'), total: eur('32.01') }
    const supplied = await supplier.admin.get('/api/v1/supplier/orders')
    expect(supplied.body.data).toMatchObject([{ id: ended.orderId, totals: theirs }])
    const { rows } = await sql<{ totals: object }>`
      select data -> 'totals' as totals from platform.events
      where company_id = ${supplier.id} and entity_id = ${ended.orderId}
    `.execute(world.parts.platform.database.pool)
    expect(rows).toEqual([{ totals: theirs }])
    const order = (await buyer.get(`/api/v1/orders/${ended.orderId}`)).body.data
    expect(order).toMatchObject({
      total: eur('32.01'),
      totals: {
        ...totals,
        taxBreakdown: [{ rate: '19', taxable: eur('26.90'), amount: eur('5.11') }],
      },
      shipping: [
        {
          supplierId: supplier.id,
          delivery: 1,
          name: 'Parcel',
          amount: eur('6.90'),
          tax: { category: 'S', rate: '19', amount: eur('1.31') },
        },
      ],
    })
  })

  it('is zero above the threshold and for pick-up, which is taxed at its own place', async () => {
    const supplier = await aSupplier(world)
    await supplier.admin.post(own, parcel)
    const fetched = (await supplier.admin.post(own, pickUp)).body.data.id
    const { buyer, admin } = await world.company()
    await admin.patch('/api/v1/company', { vatId: 'ATU12345678' })
    const { id } = await product({ supplierCompanyId: supplier.id })
    const version = await fillCart(buyer, [{ productId: id, quantity: 10 }])
    expect((await cartOf(buyer)).totals.shipping).toEqual(eur('0.00'))

    const abroad = { shipTo: viennese, acceptedTotal: eur('119.00') }
    const carried = await checkOut(buyer, version, abroad)
    // To Austria with a number of there: nothing to pay but the goods.
    expect(carried.body.meta).toMatchObject({
      code: 'checkout.total_changed',
      details: { current: eur('100.00') },
    })
    const shippingMethods = [{ supplierId: supplier.id, shippingMethodId: fetched }]
    const atTheDoor = await checkOut(buyer, version, { ...abroad, shippingMethods })
    expect(atTheDoor.body.data).toMatchObject({
      totals: { total: eur('119.00') },
      snapshot: { shipping: [{ name: 'Pick-up', kind: 'PICK_UP' }] },
    })
  })

  it('is refused for unserved countries, and the method is never replaced', async () => {
    const supplier = await aSupplier(world)
    const added = await supplier.admin.post(own, { ...parcel, countries: ['AT'] })
    const { buyer } = await world.company()
    const { id } = await product({ supplierCompanyId: supplier.id })
    const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
    expect((await cartOf(buyer)).problems).toMatchObject([
      {
        code: 'cart.shipping_unavailable',
        details: { supplierId: supplier.id, country: 'DE' },
      },
    ])
    const nowhere = await checkOut(buyer, version)
    expect(nowhere).toMatchObject({
      status: 422,
      body: { meta: { code: 'checkout.shipping_method_unavailable' } },
    })
    const another = await checkOut(buyer, version, {
      shipTo: viennese,
      shippingMethods: [{ supplierId: supplier.id, shippingMethodId: 'smt_of_somebody_else' }],
    })
    expect(another.body.meta).toMatchObject({
      code: 'checkout.shipping_method_unavailable',
      details: { parcels: [{ delivery: 1, offered: [added.body.data.id] }] },
    })
    expect((await checkOut(buyer, version, { shipTo: viennese })).status).toBe(201)
  })

  it('keeps its method and price when a rate is missing', async () => {
    const supplier = await aSupplier(world)
    // No rate set of a central bank in Europe has it.
    const far = { ...parcel, currency: 'XOF', tiers: [{ from: '0', price: '3000' }], position: 0 }
    const unconvertible = (await supplier.admin.post(own, far)).body.data.id
    const dearer = (await supplier.admin.post(own, parcel)).body.data.id
    const { buyer } = await world.company()
    const { id } = await product({ supplierCompanyId: supplier.id })
    const version = await fillCart(buyer, [{ productId: id, quantity: 1 }])
    const details = {
      supplierId: supplier.id,
      shippingMethodId: unconvertible,
      from: 'XOF',
      to: 'EUR',
    }
    const { shippingOptions, problems } = await cartOf(buyer)
    expect(problems).toMatchObject([{ code: 'cart.shipping_not_convertible', details }])
    expect(shippingOptions).toMatchObject([{ selected: null, options: [{ id: dearer }] }])

    const shippingMethods = (shippingMethodId: string) => ({
      shippingMethods: [{ supplierId: supplier.id, shippingMethodId }],
    })
    for (const chosen of [{}, shippingMethods(unconvertible)]) {
      const { status, body } = await checkOut(buyer, version, chosen)
      expect(status).toBe(422)
      expect(body.meta).toMatchObject({
        code: 'checkout.shipping_not_convertible',
        details: { parcels: [{ ...details, delivery: 1, offered: [dearer] }] },
      })
    }
    const named = await checkOut(buyer, version, shippingMethods(dearer))
    expect(named.body.data).toMatchObject({ totals: { shipping: eur('6.90') } })
  })

  it.each([
    ['tiers that fall', { tiers: [parcel.tiers[1], parcel.tiers[0]] }, 'tiers_out_of_order'],
    ['tiers that do not begin', { tiers: [parcel.tiers[1]] }, 'tiers_out_of_order'],
    ['too many decimals', { tiers: [{ from: '0', price: '1.999' }] }, 'amount_invalid'],
    ['an unknown country', { countries: ['XX'] }, 'country_unknown'],
    ['an unknown currency', { currency: 'QQQ' }, 'currency_unknown'],
    ['a price for fetching', { kind: 'PICK_UP' }, 'pick_up_costs_nothing'],
  ])('of %s is refused', async (_, wrong, code) => {
    const operator = await world.operator()
    const { body } = await operator.post('/admin/shipping-methods', { ...parcel, ...wrong })
    expect(body.meta.code).toBe(`shipping.${code}`)
  })

  it('belongs to its company, with a limited number of methods', async () => {
    const [one, other] = [await aSupplier(world), await aSupplier(world)]
    const answers = await Promise.all(Array.from({ length: 23 }, () => one.admin.post(own, parcel)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.find(({ status }) => status !== 201)?.body.meta.code).toBe(
      'shipping.methods_limit_reached',
    )
    const id = answers.find(({ status }) => status === 201)?.body.data.id
    expect((await other.admin.put(`${own}/${id}`, parcel)).status).toBe(404)
    expect((await other.admin.delete(`${own}/${id}`)).status).toBe(404)
    const { buyer } = await world.company()
    const offered = await buyer.get(`/api/v1/shipping-methods?supplierId=${one.id}&country=AT`)
    expect(offered.body.data.methods).toHaveLength(20)
    const elsewhere = await buyer.get(`/api/v1/shipping-methods?supplierId=${one.id}&country=FR`)
    expect(elsewhere.body.data.methods).toEqual([])
  })
})

describe('several deliveries', () => {
  async function aFullCart() {
    const { buyer, admin } = await world.company()
    const [bolt, nut] = [await product(), await product({ unitPrice: '0.55' })]
    const version = await fillCart(buyer, [
      { productId: bolt.id, quantity: 5 },
      { productId: nut.id, quantity: 3 },
    ])
    const { items } = await cartOf(buyer)
    const [boltItem, nutItem] = items.map(({ id }: { id: string }) => id)
    return { buyer, admin, version, boltItem, nutItem }
  }

  const to = (cart: Awaited<ReturnType<typeof aFullCart>>, inAustria = 2) => ({
    shipTo: undefined,
    deliveries: [
      {
        shipTo,
        costCenter: 'CC-1',
        lines: [
          { cartItemId: cart.boltItem, quantity: 3, poNumber: 'PO-1' },
          { cartItemId: cart.nutItem, quantity: 3, costCenter: 'CC-2' },
        ],
      },
      {
        shipTo: viennese,
        requestedDate: '2099-01-31',
        lines: [{ cartItemId: cart.boltItem, quantity: inAustria }],
      },
    ],
  })

  it('divide the cart among addresses, each taxed by its destination', async () => {
    const cart = await aFullCart()
    const { body } = await checkOut(cart.buyer, cart.version, to(cart))
    const { snapshot, totals } = body.data
    expect(snapshot).toMatchObject({
      shipTo: { city: 'Hamburg' },
      deliveries: [
        { number: 1, shipTo: { country: 'DE' }, costCenter: 'CC-1' },
        { number: 2, shipTo: { country: 'AT' }, requestedDate: '2099-01-31' },
      ],
      lines: [
        { delivery: 1, quantity: 3, lineTotal: eur('30.00'), costCenter: 'CC-1', poNumber: 'PO-1' },
        { delivery: 1, quantity: 3, lineTotal: eur('1.65'), costCenter: 'CC-2' },
        { delivery: 2, quantity: 2, lineTotal: eur('20.00') },
      ],
    })
    // 5.70 and 0.3135 at home, and without a VAT id 20 % in Austria.
    expect(totals).toMatchObject({ goods: eur('51.65'), tax: eur('10.01'), total: eur('61.66') })
    const cancelled = await cart.buyer.post(`/api/v1/checkout/${body.data.id}/cancel`)
    expect(cancelled.body.data.state).toBe('CANCELLED')

    const again = await checkOut(cart.buyer, cart.version, to(cart))
    const { orderId } = await payAtPage(cart.buyer, again.body.data.id)
    const order = (await cart.buyer.get(`/api/v1/orders/${orderId}`)).body.data
    expect(order).toMatchObject({
      total: eur('61.66'),
      deliveries: snapshot.deliveries,
      lines: [{ delivery: 1 }, { delivery: 1 }, { delivery: 2 }],
    })
  })

  it.each([
    ['pieces that are not in the cart', 3, 'checkout.delivery_quantities_differ'],
    ['pieces left behind', 1, 'checkout.delivery_quantities_differ'],
  ])('with %s are refused', async (_, inAustria, code) => {
    const cart = await aFullCart()
    const { status, body } = await checkOut(cart.buyer, cart.version, to(cart, inAustria))
    expect({ status, code: body.meta.code }).toEqual({ status: 422, code })
    expect(body.meta.details?.lines).toEqual([
      { cartItemId: cart.boltItem, inCart: 5, inDeliveries: 3 + inAustria },
    ])
    expect((await cartOf(cart.buyer)).lock).toBeNull()
  })

  it('are refused beside a shipTo, without any, in the past, and with lines of another cart', async () => {
    const cart = await aFullCart()
    const [one, other] = to(cart).deliveries
    const tries = [
      [{ shipTo, deliveries: [one, other] }, 400, 'checkout.delivery_ambiguous'],
      [{ shipTo: undefined }, 400, 'checkout.delivery_ambiguous'],
      [{ requestedDate: '2020-01-01' }, 422, 'checkout.requested_date_past'],
      [
        {
          shipTo: undefined,
          deliveries: [{ shipTo, lines: [{ cartItemId: 'itm_1', quantity: 1 }] }],
        },
        422,
        'checkout.delivery_item_unknown',
      ],
    ] as const
    for (const [input, status, code] of tries) {
      const answer = await checkOut(cart.buyer, cart.version, input)
      expect({ status: answer.status, code: answer.body.meta.code }).toEqual({ status, code })
    }
  })

  it('need purchase order numbers where the company requires them: one for all, or one per line', async () => {
    const cart = await aFullCart()
    await cart.admin.patch('/api/v1/company', { poNumberRequired: true })
    const without = await checkOut(cart.buyer, cart.version)
    expect(without.body.meta.code).toBe('checkout.po_number_required')
    const inOneLine = await checkOut(cart.buyer, cart.version, to(cart))
    expect(inOneLine.body.meta.code).toBe('checkout.po_number_required')
    expect((await checkOut(cart.buyer, cart.version, { poNumber: 'PO-7' })).status).toBe(201)
  })

  it('need a cost centre where the company requires it, and blanks do not count', async () => {
    const cart = await aFullCart()
    await cart.admin.patch('/api/v1/company', { costCenterRequired: true })
    const blank = await checkOut(cart.buyer, cart.version, { costCenter: ' \u200b ' })
    expect(blank.body.meta.code).toBe('checkout.cost_center_required')
    const inOneLine = await checkOut(cart.buyer, cart.version, to(cart))
    expect(inOneLine.body.meta.code).toBe('checkout.cost_center_required')
    const named = await checkOut(cart.buyer, cart.version, { costCenter: ' 4711 ' })
    expect(named.body.data.snapshot.costCenter).toBe('4711')
  })
})

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const product = (options: AProductOptions = {}) =>
  aProduct(world.parts.platform.database, { taxClass: 'standard', unitPrice: '10.00', ...options })

const cartOf = async (buyer: Client) => (await buyer.get('/api/v1/cart')).body.data
