import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { problemMessages } from '#modules/cart'
import type { SupplierBelowMinimum, TotalsOfGoods } from '#modules/totals'
import type { Arrangement } from './arrange-deliveries.ts'
import {
  amountsOf,
  assertDiscountsConvertible,
  assertMethodsOfSuppliers,
  assertNoProblems,
  assertShippingConvertible,
  assertShippingMethodsAvailable,
} from './check-goods.ts'

const shipTo = { name: 'Bea', line1: 'A 1', city: 'B', postalCode: '1', country: 'DE' }
const bolts = { productId: 'prd_1', quantity: 5_000n }
const nuts = { productId: 'prd_2', quantity: 3_000n }
const failureWith = (code: string, details: object) => expect.objectContaining({ code, details })

const to = (country: string, ...methods: [string, string][]) => ({
  number: 1,
  shipTo: { ...shipTo, country },
  requestedDate: undefined,
  costCenter: undefined,
  methods: new Map(methods),
})
const arrangement: Arrangement = {
  deliveries: [to('DE', ['co_1', 'shp_1']), to('FR', ['co_2', 'shp_2'])],
  methodsOfOrder: false,
  parts: [
    { of: bolts, delivery: 0, quantity: 5_000n },
    { of: nuts, delivery: 1, quantity: 3_000n },
  ],
}

describe('the problems of the requested lines', () => {
  const quote = (
    countries: string[],
    ...codes: ('below_minimum' | 'stock_short' | 'not_shipped_to_country')[]
  ) => ({
    problems: codes.map((code) => ({ code, details: { code } })),
    product: { shipTo: countries, pricing: { unit: 'C62' } },
  })
  const checkWith =
    (belowMinimum: SupplierBelowMinimum[], ...quotes: [string, ReturnType<typeof quote>][]) =>
    () =>
      assertNoProblems({ lines: [bolts, nuts] }, new Map(quotes), arrangement, {
        goods: money(300n, 'EUR'),
        belowMinimum,
      })
  const check = (...quotes: [string, ReturnType<typeof quote>][]) => checkWith([], ...quotes)

  it('are none if every product can be ordered to its address', () => {
    expect(check(['prd_1', quote(['DE'])], ['prd_2', quote(['FR', 'BE'])])).not.toThrow()
  })

  it('name each supplier that refuses the order, and not those that take a fee', () => {
    const eur = (amountMinor: bigint) => money(amountMinor, 'EUR')
    const below = { minimum: eur(500n), goods: eur(300n), missing: eur(200n) }
    const quotes = [
      ['prd_1', quote(['DE'])],
      ['prd_2', quote(['FR', 'BE'], 'below_minimum')],
    ] as [string, ReturnType<typeof quote>][]
    const all: SupplierBelowMinimum[] = [
      { supplierCompanyId: 'co_1', ...below, fee: undefined },
      { supplierCompanyId: 'co_2', ...below, fee: eur(100n) },
      { supplierCompanyId: 'co_3', unconvertibleFrom: 'CHF' },
    ]
    expect(checkWith(all, ...quotes)).toThrow(
      failureWith('checkout.cart_has_problems', {
        problems: [
          expect.objectContaining({ code: 'cart.below_minimum', productId: 'prd_2' }),
          {
            code: 'cart.below_minimum_order',
            message: problemMessages['cart.below_minimum_order'],
            details: {
              supplierId: 'co_1',
              minimum: { amount: '5.00', currency: 'EUR' },
              goods: { amount: '3.00', currency: 'EUR' },
              missing: { amount: '2.00', currency: 'EUR' },
            },
          },
          {
            code: 'cart.minimum_order_not_convertible',
            message: problemMessages['cart.minimum_order_not_convertible'],
            details: { supplierId: 'co_3', from: 'CHF', to: 'EUR' },
          },
        ],
      }),
    )
  })

  it('leave short stock and the country of the cart to other checks', () => {
    const noticed = quote(['DE', 'FR'], 'stock_short', 'not_shipped_to_country')
    expect(check(['prd_1', noticed], ['prd_2', noticed])).not.toThrow()
  })

  it('name each part with decimals of a product that is counted', () => {
    const halves = [0, 1].map((delivery) => ({ of: bolts, delivery, quantity: 2_500n }))
    const checkIn = (unit: string) => () =>
      assertNoProblems(
        { lines: [bolts] },
        new Map([
          ['prd_1', { problems: [], product: { shipTo: ['DE', 'FR'], pricing: { unit } } }],
        ]),
        { ...arrangement, parts: halves },
        { goods: money(300n, 'EUR'), belowMinimum: [] },
      )
    const problem = expect.objectContaining({
      code: 'cart.not_whole',
      productId: 'prd_1',
      details: { requested: 2.5, unit: 'C62' },
    })
    expect(checkIn('C62')).toThrow(
      failureWith('checkout.cart_has_problems', { problems: [problem, problem] }),
    )
    expect(checkIn('MTR')).not.toThrow()
  })

  it('name each product and each reason', () => {
    expect(check(['prd_1', quote(['FR'], 'below_minimum')])).toThrow(
      failureWith('checkout.cart_has_problems', {
        problems: [
          {
            code: 'cart.below_minimum',
            productId: 'prd_1',
            message: 'The quantity is below the minimum. Order more.',
            details: { code: 'below_minimum' },
          },
          {
            code: 'catalog.product_not_found',
            productId: 'prd_2',
            message: 'There is no such product, or your company does not see it.',
            details: {},
          },
          {
            code: 'cart.not_shipped_to_country',
            productId: 'prd_1',
            message: expect.stringMatching(/not shipped to the country/),
            details: { country: 'DE' },
          },
        ],
      }),
    )
  })
})

describe('the parcels of an order', () => {
  const parcel = (changes: object) =>
    ({ supplierCompanyId: 'co_1', delivery: 1, ...changes }) as TotalsOfGoods['parcels'][number]
  const options = [{ id: 'shp_1' }, { id: 'shp_2' }]

  it('are shipped if their method is offered, or if the supplier has no methods', () => {
    const parcels = [parcel({ options }), parcel({})]
    expect(() => assertShippingMethodsAvailable({ parcels })).not.toThrow()
    expect(() => assertShippingConvertible({ parcels }, 'EUR')).not.toThrow()
  })

  it('are refused if no method is offered, or another than the chosen one', () => {
    const parcels = [
      parcel({ options: [] }),
      parcel({ options, unavailable: 'shp_9' }),
      parcel({ unavailable: 'shp_9' }),
      parcel({ options }),
    ]
    const place = { supplierId: 'co_1', delivery: 2 }
    expect(() => assertShippingMethodsAvailable({ parcels })).toThrow(
      failureWith('checkout.shipping_method_unavailable', {
        parcels: [
          { ...place, offered: [] },
          { ...place, shippingMethodId: 'shp_9', offered: ['shp_1', 'shp_2'] },
          { ...place, shippingMethodId: 'shp_9', offered: [] },
        ],
      }),
    )
  })

  it('are refused without an exchange rate for their shipping cost', () => {
    const unconvertible = { id: 'shp_3', unconvertibleFrom: 'USD' }
    const parcels = [
      parcel({ options, unconvertible }),
      parcel({ unconvertible }),
      parcel({ options }),
    ]
    const expected = {
      supplierId: 'co_1',
      delivery: 2,
      shippingMethodId: 'shp_3',
      from: 'USD',
      to: 'EUR',
    }
    expect(() => assertShippingConvertible({ parcels }, 'EUR')).toThrow(
      failureWith('checkout.shipping_not_convertible', {
        parcels: [
          { ...expected, offered: ['shp_1', 'shp_2'] },
          { ...expected, offered: [] },
        ],
      }),
    )
  })
})

describe('the chosen shipping methods', () => {
  const goodsOf = (...supplierIds: string[]) =>
    supplierIds.map((supplierCompanyId) => ({ line: { supplierCompanyId } }))

  it('belong to suppliers of the same delivery', () => {
    expect(() => assertMethodsOfSuppliers(arrangement, goodsOf('co_1', 'co_2'))).not.toThrow()
  })

  it('are refused for a supplier that sends nothing to the address', () => {
    const stray = { offered: [] }
    expect(() => assertMethodsOfSuppliers(arrangement, goodsOf('co_2', 'co_1'))).toThrow(
      failureWith('checkout.shipping_method_unavailable', {
        parcels: [
          { ...stray, supplierId: 'co_1', delivery: 1, shippingMethodId: 'shp_1' },
          { ...stray, supplierId: 'co_2', delivery: 2, shippingMethodId: 'shp_2' },
        ],
      }),
    )
  })
})

describe('a discount of a contract', () => {
  it('is refused without an exchange rate', () => {
    const contract = { supplierCompanyId: 'co_1', reference: 'CTR-1', from: 'USD' }
    expect(() => assertDiscountsConvertible({ unconvertible: [] }, 'EUR')).not.toThrow()
    expect(() => assertDiscountsConvertible({ unconvertible: [contract] }, 'EUR')).toThrow(
      failureWith('checkout.discount_not_convertible', {
        contracts: [{ supplierId: 'co_1', reference: 'CTR-1', from: 'USD', to: 'EUR' }],
      }),
    )
  })
})

describe('the amounts of an order', () => {
  const eur = (minor: number) => money(BigInt(minor), 'EUR')
  const amounts = {
    goods: eur(100),
    discount: eur(0),
    discounts: undefined,
    shipping: eur(0),
    tax: eur(19),
    total: eur(119),
    breakdown: [],
  }
  const lines = [{ line: { productId: 'prd_1' } }, { line: { productId: 'prd_2' } }]

  it('are those of its totals', () => {
    expect(amountsOf({ ...amounts, undetermined: [] }, lines)).toEqual(amounts)
  })

  it.each([
    ['tax', { tax: undefined }],
    ['total', { total: undefined }],
  ])('are refused without a %s, and the failure names the lines', (_what, changes) => {
    const undetermined = [
      { line: 1, reason: 'no_rate', details: { country: 'DE' } },
      { line: 9, reason: 'no_rate', details: {} },
    ]
    expect(() => amountsOf({ ...amounts, ...changes, undetermined }, lines)).toThrow(
      failureWith('checkout.tax_not_determined', {
        lines: [
          { productId: 'prd_2', reason: 'no_rate', country: 'DE' },
          { productId: undefined, reason: 'no_rate' },
        ],
      }),
    )
  })
})
