import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantityOf, sumOfQuantities } from '#kernel/quantity'
import {
  addressesOf,
  arrangeDeliveries,
  assertOneDestination,
  type DeliveryInput,
} from './arrange-deliveries.ts'

const today = '2026-01-02'
const hamburg = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
const lyon = { ...hamburg, city: 'Lyon', postalCode: '69001', country: 'FR' }
const bolts = { itemId: 'itm_1', productId: 'prd_1', quantity: 5_000n }
const nuts = { itemId: 'itm_2', productId: 'prd_2', quantity: 3_000n }
const cart = { currency: 'EUR', lines: [bolts, nuts] }
const methods = [
  { supplierId: 'co_1', shippingMethodId: 'shp_1' },
  { supplierId: 'co_2', shippingMethodId: 'shp_2' },
]

const part = (cartItemId: string, quantity: number) => ({
  cartItemId,
  quantity: quantityOf(quantity),
})
const failureWith = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details && { details }) })
const arrangeEach = (deliveries: readonly DeliveryInput[], goods = cart) =>
  arrangeDeliveries(goods, { deliveries }, today)

describe('a checkout to one address', () => {
  it('has one delivery with every line and its references', () => {
    const lines = [{ ...bolts, costCenter: '4711', project: 'P1' }, nuts]
    const order = { shipTo: hamburg, shippingMethods: methods, requestedDate: today }
    const { deliveries, parts } = arrangeDeliveries({ ...cart, lines }, order, today)
    expect(deliveries).toEqual([
      {
        number: 1,
        shipTo: hamburg,
        requestedDate: today,
        costCenter: undefined,
        methods: new Map([
          ['co_1', 'shp_1'],
          ['co_2', 'shp_2'],
        ]),
      },
    ])
    expect(parts).toMatchObject([
      { of: lines[0], delivery: 0, quantity: 5_000n, costCenter: '4711', project: 'P1' },
      { of: nuts, delivery: 0, quantity: 3_000n, costCenter: undefined, project: undefined },
    ])
  })

  it('gives each line without an account or project that of the order', () => {
    const lines = [{ ...bolts, glAccount: '8000', project: 'P1' }, nuts]
    const order = { shipTo: hamburg, glAccount: '9000', project: 'P9' }
    const { parts } = arrangeDeliveries({ ...cart, lines }, order, today)
    expect(parts).toMatchObject([
      { glAccount: '8000', project: 'P1' },
      { glAccount: '9000', project: 'P9' },
    ])
  })

  it('has no chosen methods if none were named', () => {
    const { deliveries } = arrangeDeliveries(cart, { shipTo: hamburg }, today)
    expect(deliveries[0]?.methods).toEqual(new Map())
  })

  it('refuses two methods of one supplier', () => {
    const twice = [...methods, { supplierId: 'co_1', shippingMethodId: 'shp_2' }]
    const order = { shipTo: hamburg, shippingMethods: twice }
    expect(() => arrangeDeliveries(cart, order, today)).toThrow(
      failureWith('checkout.shipping_method_repeated', { supplierId: 'co_1' }),
    )
  })

  it('without an address is a bug', () => {
    expect(() => arrangeDeliveries(cart, {}, today)).toThrow(/without an address/)
  })
})

describe('a checkout whose lines name addresses', () => {
  const screws = { itemId: 'itm_3', productId: 'prd_3', quantity: 1_000n }
  const lines = [{ ...bolts, addressId: 'adr_lyon' }, nuts, { ...screws, addressId: 'adr_home' }]
  const addresses = new Map([
    ['adr_lyon', { address: lyon }],
    ['adr_home', { address: { ...hamburg } }],
  ])
  const order = { shipTo: hamburg, shippingMethods: methods, requestedDate: today }

  it('has a delivery for each address, that of the order first, with what the order says', () => {
    const arranged = arrangeDeliveries({ ...cart, lines }, order, today, addresses)
    expect(arranged.deliveries).toMatchObject([
      { number: 1, shipTo: hamburg, requestedDate: today },
      { number: 2, shipTo: lyon, requestedDate: today },
    ])
    expect(arranged.deliveries[1]?.methods).toEqual(arranged.deliveries[0]?.methods)
    expect(arranged.parts.map(({ delivery }) => delivery)).toEqual([1, 0, 0])
  })

  it('names a line with a day in the past by its place in its delivery', () => {
    const late = { ...screws, requestedDate: '2026-01-01' }
    const goods = { ...cart, lines: [...lines.slice(0, 2), late] }
    expect(() => arrangeDeliveries(goods, { shipTo: hamburg }, today, addresses)).toThrow(
      failureWith('checkout.requested_date_past', {
        delivery: 1,
        line: 2,
        requestedDate: '2026-01-01',
        today,
      }),
    )
  })

  it('has 50 deliveries at most', () => {
    const placeOf = (at: number) => ({ ...hamburg, line1: `Kai ${at}` })
    const booked = new Map(
      Array.from({ length: 60 }, (_, at) => [`adr_${at}`, { address: placeOf(at % 50) }]),
    )
    const goods = {
      ...cart,
      lines: [...booked.keys()].map((addressId) => ({ ...nuts, addressId })),
    }
    const arrange = (shipTo: typeof hamburg) =>
      arrangeDeliveries({ ...goods, lines: [...goods.lines, bolts] }, { shipTo }, today, booked)
    expect(arrange(placeOf(49)).deliveries).toHaveLength(50)
    expect(() => arrange(hamburg)).toThrow(
      failureWith('checkout.too_many_deliveries', { limit: 50, deliveries: 51 }),
    )
  })

  it('refuses an address that the buyer does not see', () => {
    expect(() => arrangeDeliveries({ ...cart, lines }, order, today)).toThrow(
      failureWith('addresses.address_not_found', { addressId: 'adr_lyon' }),
    )
  })
})

describe('a checkout to several addresses', () => {
  it('assigns each piece to its delivery, with the references of its line', () => {
    const { deliveries, parts } = arrangeEach([
      {
        shipTo: hamburg,
        costCenter: '4711',
        shippingMethods: methods.slice(0, 1),
        lines: [{ ...part('itm_1', 2), costCenter: '4712', poNumber: 'PO-1' }, part('itm_2', 3)],
      },
      { shipTo: lyon, requestedDate: '2026-02-03', lines: [part('itm_1', 3)] },
    ])
    expect(deliveries).toEqual([
      {
        number: 1,
        shipTo: hamburg,
        requestedDate: undefined,
        costCenter: '4711',
        methods: new Map([['co_1', 'shp_1']]),
      },
      {
        number: 2,
        shipTo: lyon,
        requestedDate: '2026-02-03',
        costCenter: undefined,
        methods: new Map(),
      },
    ])
    expect(parts).toMatchObject([
      { of: bolts, delivery: 0, quantity: 2_000n, costCenter: '4712', poNumber: 'PO-1' },
      { of: nuts, delivery: 0, quantity: 3_000n, costCenter: '4711' },
      { of: bolts, delivery: 1, quantity: 3_000n, costCenter: undefined },
    ])
  })

  it('delivers every piece of the cart once, however it is split', () => {
    const split = fc.array(fc.record({ first: fc.nat(9_000), second: fc.nat(9_000) }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(split, (pieces) => {
        const sum = (key: 'first' | 'second') =>
          pieces.reduce((all, one) => all + BigInt(one[key]), 0n)
        const lines = [
          { ...bolts, quantity: sum('first') },
          { ...nuts, quantity: sum('second') },
        ]
        const { parts } = arrangeEach(
          pieces.map(({ first, second }) => ({
            shipTo: hamburg,
            lines: [part('itm_1', first / 1_000), part('itm_2', second / 1_000)],
          })),
          { ...cart, lines },
        )
        for (const line of lines) {
          const delivered = parts.filter(({ of }) => of === line)
          const quantities = delivered.map(({ quantity }) => quantity)
          expect(sumOfQuantities(quantities)).toBe(line.quantity)
        }
      }),
    )
  })

  it('refuses other quantities than the cart has, and names the lines that differ', () => {
    const lines = [part('itm_1', 4)]
    expect(() => arrangeEach([{ shipTo: hamburg, lines }])).toThrow(
      failureWith('checkout.delivery_quantities_differ', {
        lines: [
          { cartItemId: 'itm_1', inCart: 5, inDeliveries: 4 },
          { cartItemId: 'itm_2', inCart: 3, inDeliveries: 0 },
        ],
      }),
    )
    const tooMany = [part('itm_1', 5), part('itm_2', 3), part('itm_2', 1)]
    expect(() => arrangeEach([{ shipTo: hamburg, lines: tooMany }])).toThrow(
      failureWith('checkout.delivery_quantities_differ', {
        lines: [{ cartItemId: 'itm_2', inCart: 3, inDeliveries: 4 }],
      }),
    )
  })

  it('refuses a line that is not in the cart', () => {
    expect(() => arrangeEach([{ shipTo: hamburg, lines: [part('itm_9', 1)] }])).toThrow(
      failureWith('checkout.delivery_item_unknown', { cartItemId: 'itm_9' }),
    )
  })

  it('refuses a requested date in the past, and names its delivery', () => {
    const lines = [part('itm_1', 5), part('itm_2', 3)]
    const requestedDate = '2026-01-01'
    const late = [
      { shipTo: hamburg, lines, requestedDate: today },
      { shipTo: lyon, lines: [], requestedDate },
    ]
    expect(() => arrangeEach(late)).toThrow(
      failureWith('checkout.requested_date_past', { delivery: 2, requestedDate, today }),
    )
  })
})

describe('the destination of an order', () => {
  const deliveries = [{ shipTo: lyon, lines: [] }]

  it.each([
    ['one address', { shipTo: hamburg, shippingMethods: methods, requestedDate: today }],
    ['several deliveries', { deliveries }],
  ])('is %s', (_what, to) => {
    expect(() => assertOneDestination(to)).not.toThrow()
  })

  it.each([
    ['nothing', {}],
    ['an address and deliveries', { shipTo: hamburg, deliveries }],
    ['deliveries and methods beside them', { deliveries, shippingMethods: methods }],
    ['deliveries and a date beside them', { deliveries, requestedDate: today }],
  ])('is not %s', (_what, to) => {
    expect(() => assertOneDestination(to)).toThrow(failureWith('checkout.delivery_ambiguous'))
  })

  it('has its addresses by the name of their field', () => {
    expect(addressesOf({ shipTo: hamburg })).toStrictEqual({ shipTo: hamburg })
    expect(addressesOf({ deliveries: [...deliveries, { shipTo: hamburg, lines: [] }] })).toEqual({
      'deliveries.0.shipTo': lyon,
      'deliveries.1.shipTo': hamburg,
    })
  })
})
