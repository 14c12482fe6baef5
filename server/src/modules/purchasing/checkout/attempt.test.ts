import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import {
  backorderedIn,
  isAlive,
  isFree,
  isReservationOver,
  reservedIn,
  type Snapshot,
} from './attempt.ts'

const at = new Date('2026-01-02T03:04:05Z')

describe('an attempt', () => {
  it.each([
    ['RESERVED', true],
    ['PAYMENT_INITIATED_CART_RECONCILING', true],
    ['COMPLETED', false],
    ['CANCELLED', false],
    ['EXPIRED', false],
    ['FAILED', false],
  ] as const)('in the state %s is under way: %s', (state, expected) => {
    expect(isAlive(state)).toBe(expected)
  })

  it.each([
    [0n, true],
    [1n, false],
  ])('of %s cents is free: %s', (minor, expected) => {
    expect(isFree({ total: money(minor, 'EUR') })).toBe(expected)
  })

  it.each([
    [-1, false],
    [0, true],
    [1, true],
  ])('%s ms after the end of its reservation is over: %s', (ms, expected) => {
    expect(isReservationOver({ reservedUntil: at }, new Date(at.getTime() + ms))).toBe(expected)
  })

  it('takes the quantity of each line from the stock, except of those that wait for it', () => {
    const lines = [
      { productId: 'prd_1', quantity: 2_500n, name: 'Bolt' },
      {
        productId: 'prd_2',
        quantity: 3_000n,
        name: 'Nut',
        backorder: { promisedDate: '2026-01-31' },
      },
    ] as unknown as Snapshot['lines']
    expect(reservedIn({ lines })).toEqual([{ productId: 'prd_1', quantity: 2_500n }])
    expect(backorderedIn({ lines })).toEqual([{ productId: 'prd_2', quantity: 3_000n }])
  })
})
