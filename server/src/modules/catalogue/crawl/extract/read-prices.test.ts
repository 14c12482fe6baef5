import { describe, expect, it } from 'vitest'
import { anvil, jsonLd, offer, priceOf, readHtml } from './pages.fixture.ts'

describe('the price of a product', () => {
  it.each([
    ['a number', { price: 1.299 }, '1.299'],
    ['a text', { price: '1299.00' }, '1299'],
    ['groups and decimals', { price: '1,299.00' }, '1299'],
    ['a decimal comma', { price: '12,50' }, '12.5'],
    ['a sign', { price: '12,50 €', priceCurrency: undefined }, '12.5'],
    ['three decimals of its currency', { price: '1.250', priceCurrency: 'KWD' }, '1.25'],
    ['a noisy number', { price: 19.990000000000002 }, '19.99'],
    ['a small price', { price: '0.0295' }, '0.0295'],
    [
      'a specification',
      { price: undefined, priceSpecification: { '@type': 'UnitPriceSpecification', price: 7 } },
      '7',
    ],
  ])('is %s', (_what, given, amount) => {
    expect(priceOf(given)).toMatchObject({ amount })
  })

  it.each([
    ['has no currency', { priceCurrency: undefined }, 'currency_missing'],
    ['has a currency that is none', { priceCurrency: 'XXX' }, 'currency_missing'],
    [
      'has a sign of many currencies',
      { price: '$5', priceCurrency: undefined },
      'currency_missing',
    ],
    ['is zero', { price: '0.00' }, 'price_zero'],
    ['may be thousands or decimals', { price: '1.299' }, 'price_ambiguous'],
    ['names two currencies', { price: '5 £' }, 'currency_contradiction'],
    ['is two', { price: ['5.00', '9.00'] }, 'prices_differ'],
    [
      'is for half a unit',
      {
        priceSpecification: { price: 5, referenceQuantity: { value: 0.5, unitCode: 'MTR' } },
        price: undefined,
      },
      'price_basis_unknown',
    ],
  ])('is none when it %s', (_what, given, code) => {
    const { products, problems } = readHtml(jsonLd({ ...anvil, offers: offer(given) }))
    expect(products).toMatchObject([{ name: 'Anvil' }])
    expect(products[0]).not.toHaveProperty('price')
    expect(problems.map((problem) => problem.code)).toEqual([code])
  })

  it.each([
    ['from', { price: 'from 9.99' }],
    ['negative', { price: -5 }],
    ['of a used article', { itemCondition: 'https://schema.org/UsedCondition' }],
    ['of a rent', { businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut' }],
    [
      'of a subscription',
      { price: undefined, priceSpecification: { price: 5, billingDuration: 'P1M' } },
    ],
    [
      'the old one',
      {
        price: undefined,
        priceSpecification: { price: 5, priceType: 'https://schema.org/ListPrice' },
      },
    ],
  ])('is none when it is %s', (_what, given) => {
    expect(priceOf(given)).toBeUndefined()
  })

  it.each([
    ['at the product', { price: '2.30 EUR' }],
    ['as a text in place of the offer', { offers: '2.30 EUR' }],
    ['with its currency in the text', { offers: { price: '2.30 EUR' } }],
  ])('is read %s', (_where, stated) => {
    const { products } = readHtml(jsonLd({ ...anvil, ...stated }))
    expect(products).toMatchObject([{ price: { amount: '2.3', currency: 'EUR' } }])
  })

  it('is counted as read, missing or refused', () => {
    const { fields } = readHtml(
      jsonLd({ ...anvil, sku: 'A', offers: { price: '2.30', priceCurrency: 'EUR' } }) +
        jsonLd({
          ...anvil,
          name: 'Hammer',
          sku: 'B',
          gtin13: '123',
          offers: { price: '2.30 USD', priceCurrency: 'EUR' },
        }) +
        jsonLd({ ...anvil, name: 'Tongs', sku: 'C' }),
    )
    expect(fields).toMatchObject({
      price: { read: 1, missing: 1, refused: 1 },
      gtins: { missing: 2, refused: 1 },
    })
  })

  it('has the quantity and the tax that its specification names', () => {
    const priceSpecification = {
      '@type': 'UnitPriceSpecification',
      price: '4.20',
      priceCurrency: 'EUR',
      valueAddedTaxIncluded: false,
      referenceQuantity: { '@type': 'QuantitativeValue', value: 100, unitCode: 'MTR' },
    }
    const { products } = readHtml(
      jsonLd({ ...anvil, offers: { '@type': 'Offer', priceSpecification } }),
    )
    expect(products).toMatchObject([
      { price: { amount: '4.2', perQuantity: 100, taxIncluded: false }, unit: 'MTR' },
    ])
  })

  it('is not the lowest of several, unless all are the same', () => {
    const aggregate = { '@type': 'AggregateOffer', priceCurrency: 'EUR', lowPrice: 5, highPrice: 9 }
    const priceWith = (offers: unknown) => readHtml(jsonLd({ ...anvil, offers })).products[0]?.price
    expect(priceWith(aggregate)).toBeUndefined()
    expect(priceWith({ ...aggregate, highPrice: 5 })).toMatchObject({ amount: '5' })
    expect(
      priceWith({ ...aggregate, offers: [offer({ price: 5 }), offer({ price: 9 })] }),
    ).toBeUndefined()
    expect(priceWith([offer({ price: 5 }), offer({ price: 5 })])).toMatchObject({ amount: '5' })
  })

  it('is that of each variant when offers have numbers', () => {
    const offers = [
      offer({ price: 5, sku: 'A-1', name: 'Anvil, small' }),
      offer({ price: 9, sku: 'A-2', gtin: '4006381333931' }),
    ]
    expect(readHtml(jsonLd({ ...anvil, offers })).products).toMatchObject([
      { name: 'Anvil, small', sku: 'A-1', price: { amount: '5' }, gtins: [] },
      { name: 'Anvil', sku: 'A-2', price: { amount: '9' }, gtins: ['4006381333931'] },
    ])
  })

  it('is that of each variant of a group, which inherits the rest', () => {
    const page = jsonLd({
      '@type': 'ProductGroup',
      name: 'Anvil',
      brand: 'ACME',
      hasVariant: [
        { '@type': 'Product', sku: 'A-1', size: 'S', offers: offer({ price: 5 }) },
        { '@type': 'Product', sku: 'A-2', name: 'Anvil L', offers: offer({ price: 9 }) },
      ],
    })
    expect(readHtml(page).products).toMatchObject([
      { name: 'Anvil', brand: 'ACME', sku: 'A-1', price: { amount: '5' } },
      { name: 'Anvil L', brand: 'ACME', sku: 'A-2', price: { amount: '9' } },
    ])
  })

  it('takes the currency that the page names elsewhere, if it is the only one', () => {
    const without = jsonLd({ ...anvil, offers: offer({ priceCurrency: undefined }) })
    const named = '<meta property="product:price:currency" content="CHF">'
    expect(readHtml(named + without).products[0]?.price).toMatchObject({ currency: 'CHF' })
    const other =
      '<div itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="USD"></div>'
    expect(readHtml(named + other + without).products[0]).not.toHaveProperty('price')
  })

  it.each([
    ['2.305 EUR', '2.305', 'EUR'],
    ['EUR 2.305', '2.305', 'EUR'],
  ])('of %s for machines has a decimal point', (price, amount, currency) => {
    const found = priceOf({ price, priceCurrency: undefined })
    expect(found).toEqual({ amount, currency, perQuantity: 1 })
  })

  it('has all tiers of its specifications, or none of a doubtful list', () => {
    const from = (minValue: number, price: number, given = {}) => ({
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: 'EUR',
      eligibleQuantity: { minValue },
      ...given,
    })
    const plain = { '@type': 'UnitPriceSpecification', price: 5, priceCurrency: 'EUR' }
    const tiersOf = (...tiers: readonly object[]) =>
      priceOf({ price: undefined, priceSpecification: [plain, ...tiers] })?.tiers
    expect(tiersOf(from(50, 4), from(10, 4.5))).toEqual([
      { minQuantity: 10, amount: '4.5' },
      { minQuantity: 50, amount: '4' },
    ])
    expect(tiersOf(from(10, 4.5), from(50, 3, { validForMemberTier: 'gold' }))).toHaveLength(1)
    expect(tiersOf(from(10, 4.5), from(50, 4.8))).toBeUndefined()
    expect(tiersOf(from(10, 4.5), from(50, 4, { priceCurrency: 'CHF' }))).toBeUndefined()
  })
})
