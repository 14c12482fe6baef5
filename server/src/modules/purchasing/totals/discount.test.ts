import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { allocate, amountOff, type Discount } from './discount.ts'

const eur = (amountMinor: bigint) => money(amountMinor, 'EUR')

describe('a discount', () => {
  const absolute = (amount: bigint, currency = 'EUR'): Discount => ({
    kind: 'absolute',
    reference: 'CTR-1',
    amount: money(amount, currency),
  })

  it.each([
    [absolute(30n), 30n],
    [absolute(100n), 100n],
    [absolute(101n), 100n],
    [absolute(0n), 0n],
    [absolute(-1n), 0n],
    [{ kind: 'percentage', reference: 'CTR-1', percent: '12.5' } as const, 12n],
  ])('%o takes off at most what there is', (discount, off) => {
    expect(amountOff(discount, eur(100n))).toEqual(eur(off))
  })

  it('has the currency of the amount', () => {
    expect(() => amountOff(absolute(30n, 'USD'), eur(100n))).toThrow(
      'a discount in USD on an amount in EUR',
    )
  })
})

describe('shares by largest remainder', () => {
  it.each([
    [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    // The remainders of 10 by 11 are 10/11, 10/11 and 1/11.
    [10n, [1n, 1n, 9n], [1n, 1n, 8n]],
    [1n, [1n, 2n, 3n], [0n, 0n, 1n]],
    [5n, [3n, 3n, 1n], [2n, 2n, 1n]],
    [2n, [5n, 5n, 5n, 5n], [1n, 1n, 0n, 0n]],
    [7n, [0n, 7n], [0n, 7n]],
    [7n, [0n, 0n], [0n, 0n]],
    [7n, [], []],
  ])('%s by %s is %s', (amount, weights, shares) => {
    expect(allocate(amount, weights)).toEqual(shares)
  })
})
