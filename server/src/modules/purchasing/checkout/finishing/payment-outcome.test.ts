import { describe, expect, it } from 'vitest'
import type { Payment } from '#modules/payments'
import {
  attemptFailureOf,
  checkoutCancelled,
  isHopeless,
  nextLookAfter,
  orderNotMade,
  orderPaymentStateOf,
} from './payment-outcome.ts'

type State = Payment['state']
const now = new Date('2026-01-02T03:04:05Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

describe('the payment state of a new order', () => {
  it.each([
    ['card', 'SUCCEEDED', 'PAID'],
    ['card', 'AUTHORIZED', 'AUTHORIZED'],
    ['card', 'PARTIALLY_REFUNDED', 'PARTIALLY_REFUNDED'],
    ['invoice', 'AUTHORIZED', 'UNPAID'],
    ['invoice', 'SUCCEEDED', 'UNPAID'],
    ['invoice', 'PARTIALLY_REFUNDED', 'PARTIALLY_REFUNDED'],
  ] as const)('by %s and %s: %s', (method, state, expected) => {
    expect(orderPaymentStateOf({ method, state })).toBe(expected)
  })
})

describe('the failure of an attempt without an order', () => {
  const failure = (state: State, cancelledBy?: string, failureReason?: string) =>
    attemptFailureOf({ cancelledBy }, { state, ...(failureReason && { failureReason }) })

  it('names a person who cancelled it, whatever the payment says', () => {
    expect(failure('VOIDED', 'usr_1')).toBe(checkoutCancelled)
    expect(failure('FAILED', 'usr_1')).toBe(checkoutCancelled)
    expect(checkoutCancelled).toMatchObject({
      code: 'checkout.cancelled',
      message: expect.stringMatching(/was cancelled.*Check out again/),
    })
  })

  it('says that a voided payment was not made in time', () => {
    expect(failure('VOIDED')).toMatchObject({
      code: 'checkout.payment_voided',
      message: expect.stringMatching(/not made in time.*Check out again/),
    })
  })

  it('says why the provider refused the payment, if it is known', () => {
    const code = 'checkout.payment_failed'
    const withReason = expect.stringMatching(/^The payment was refused \(card expired\)\./)
    expect(failure('FAILED', undefined, 'card expired')).toEqual({ code, message: withReason })
    const withoutReason = expect.stringMatching(/^The payment was refused\. .*another method/)
    expect(failure('FAILED')).toEqual({ code, message: withoutReason })
    expect(failure('REFUNDED')).toEqual({ code, message: withoutReason })
  })

  it('says that an order that cannot be made is not charged', () => {
    expect(orderNotMade).toMatchObject({
      code: 'checkout.order_not_made',
      message: expect.stringMatching(/nothing is charged.*Try again later/),
    })
  })
})

describe('an attempt whose order cannot be made', () => {
  it.each([
    ['never failed', undefined, 1, false],
    ['has failed for 14 minutes', 14, 1, false],
    ['has failed for 15 minutes', 15, 1, true],
    ['has failed for an hour, and its reservation lasts', 60, -1, false],
    ['has failed for an hour, and its reservation ends now', 60, 0, true],
  ])('that %s', (_what, failingMinutes, minutesOver, expected) => {
    const failingSince = failingMinutes === undefined ? undefined : minutesAgo(failingMinutes)
    expect(isHopeless({ reservedUntil: minutesAgo(minutesOver) }, failingSince, now)).toBe(expected)
  })
})

describe('the next look at an attempt', () => {
  it.each([
    [0, 1],
    [1, 2],
    [3, 8],
    [4, 16],
    [5, 30],
    [6, 30],
    [2_000, 30],
  ])('after %s tries is in %s seconds', (attempts, seconds) => {
    expect(nextLookAfter(attempts, now)).toEqual(new Date(now.getTime() + seconds * 1_000))
  })
})
