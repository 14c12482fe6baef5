import { describe, expect, it } from 'vitest'
import { money, unitPrice } from '#kernel/money'
import { aPrincipal } from '#testing/actors'
import { assertPlaceable, assertPricesUnchanged, assertTotalUnchanged } from './check-order.ts'

const buyer = aPrincipal('buyer')
const payment = { returnUrl: undefined }
const lines = [{ productId: 'prd_1' }, { productId: 'prd_2' }]
const cart = { expectedSnapshotVersion: 1 }
const failureWith = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details })

describe('an order', () => {
  it.each([
    ['lines', { lines, payment }],
    ['lines in a currency', { lines, currency: 'USD', payment }],
    ['a cart', { cart, payment }],
    ['a cart and an empty list of lines', { cart, lines: [], payment }],
  ])('has %s', (_what, input) => {
    expect(() => assertPlaceable(buyer, input)).not.toThrow()
  })

  it.each([
    ['neither lines nor a cart', { payment }],
    ['no line', { lines: [], payment }],
    ['lines and a cart', { lines, cart, payment }],
    ['a cart and a currency', { cart, currency: 'EUR', payment }],
  ])('does not have %s', (_what, input) => {
    expect(() => assertPlaceable(buyer, input)).toThrow(failureWith('checkout.lines_or_cart'))
  })

  it('is refused with an unknown currency', () => {
    expect(() => assertPlaceable(buyer, { lines, currency: 'XYZ', payment })).toThrow(
      failureWith('checkout.currency_unknown', { currency: 'XYZ' }),
    )
  })

  it('names each product once', () => {
    const repeated = [...lines, { productId: 'prd_2' }]
    expect(() => assertPlaceable(buyer, { lines: repeated, payment })).toThrow(
      failureWith('checkout.product_repeated', { productId: 'prd_2' }),
    )
  })

  it('is refused to an approver, and with an unusable address to return to', () => {
    expect(() => assertPlaceable(aPrincipal('approver'), { lines, payment })).toThrow(
      failureWith('checkout.handoff_not_allowed'),
    )
    expect(() => assertPlaceable(buyer, { lines, payment: { returnUrl: 'thanks' } })).toThrow(
      failureWith('checkout.return_url_invalid'),
    )
  })
})

describe('the expected price of a line', () => {
  const quoted = (amount: string, perQuantity = 1) => ({
    unitPrice: unitPrice(amount, 'EUR', perQuantity),
  })
  const expecting = (amount: string, currency = 'EUR') => ({
    productId: 'prd_1',
    expectedUnitPrice: { amount, currency },
  })

  it('may be absent, or equal today’s price of one unit', () => {
    const today = [quoted('2.50'), quoted('250', 100), quoted('3')]
    const expected = [expecting('2.5'), expecting('2.50'), { productId: 'prd_3' }]
    expect(() => assertPricesUnchanged(expected, today, 'EUR')).not.toThrow()
    expect(() => assertPricesUnchanged([expecting('1')], [], 'EUR')).not.toThrow()
  })

  it('is refused if the price differs, and the failure has only the lines that differ', () => {
    const today = [quoted('2.50'), quoted('250', 100)]
    expect(() =>
      assertPricesUnchanged([expecting('2.50'), expecting('2.49')], today, 'EUR'),
    ).toThrow(
      failureWith('checkout.price_changed', {
        lines: [
          {
            productId: 'prd_1',
            expected: { amount: '2.49', currency: 'EUR' },
            current: { amount: expect.stringMatching(/^2\.50*$/), currency: 'EUR' },
          },
        ],
      }),
    )
  })

  it('is refused in another currency', () => {
    expect(() =>
      assertPricesUnchanged([expecting('2.50', 'USD')], [quoted('2.50')], 'EUR'),
    ).toThrow(failureWith('checkout.expected_price_invalid', { currency: 'EUR' }))
  })
})

describe('the accepted total', () => {
  const total = money(500n, 'EUR')
  const check =
    (amount: string, currency = 'EUR') =>
    () =>
      assertTotalUnchanged({ total }, { acceptedTotal: { amount, currency } })

  it('may be absent, or equal the total', () => {
    expect(() => assertTotalUnchanged({ total }, {})).not.toThrow()
    expect(check('5.00')).not.toThrow()
    expect(check('5')).not.toThrow()
  })

  it('is refused if the total differs', () => {
    expect(check('4.99')).toThrow(
      failureWith('checkout.total_changed', {
        accepted: { amount: '4.99', currency: 'EUR' },
        current: { amount: '5.00', currency: 'EUR' },
      }),
    )
  })

  it.each([
    ['5.00', 'USD'],
    ['5.001', 'EUR'],
    ['five', 'EUR'],
  ])('is refused if it is %s %s', (amount, currency) => {
    expect(check(amount, currency)).toThrow(
      failureWith('checkout.accepted_total_invalid', { currency: 'EUR' }),
    )
  })
})
