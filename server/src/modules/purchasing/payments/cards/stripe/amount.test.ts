import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { fromStripeAmount, isHeldAtStripe, toStripeAmount } from './amount.ts'

describe('an amount at Stripe', () => {
  it.each([
    ['EUR', 1_250n, 1_250],
    ['JPY', 500n, 500],
    ['ISK', 500n, 50_000],
    ['UGX', 7n, 700],
    ['MGA', 1_200n, 12],
    ['KWD', 1_230n, 1_230],
  ])('of %s %d is %d there, and the same on its way back', (currency, minor, there) => {
    expect(toStripeAmount(money(minor, currency))).toBe(there)
    expect(fromStripeAmount(there, currency.toLowerCase())).toEqual(money(minor, currency))
  })

  it.each([
    ['MGA', 1_250n],
    ['KWD', 1_234n],
    ['EUR', 2n ** 60n],
  ])('is refused when Stripe cannot hold it: %s %d', (currency, minor) => {
    expect(() => toStripeAmount(money(minor, currency))).toThrow('amount_not_supported')
    expect(isHeldAtStripe(money(minor, currency))).toBe(false)
  })

  it.each([
    [12.5, 'eur'],
    [Number.MAX_VALUE, 'eur'],
    [50, 'isk'],
  ])('is not guessed: %d %s', (amount, currency) => {
    expect(() => fromStripeAmount(amount, currency)).toThrow('cannot be read')
  })
})
