import { describe, expect, it } from 'vitest'
import {
  assertRefundRefused,
  isLastRefusal,
  isRefusalNew,
  nextTryAfter,
} from './unordered-payment.ts'

const now = new Date('2026-01-02T03:04:05Z')

describe('money without an order', () => {
  it.each([
    [0, 15],
    [1, 30],
    [5, 480],
    [6, 900],
    [2_000, 900],
  ])('is tried again after %s tries in %s seconds', (attempts, seconds) => {
    expect(nextTryAfter({ attempts }, now)).toEqual(new Date(now.getTime() + seconds * 1_000))
  })

  it.each([
    ['WAITING', 'rfd_1', true],
    ['WAITING', 'rfd_2', false],
    ['WAITING', undefined, false],
    ['REFUSED', 'rfd_1', false],
    ['SETTLED', 'rfd_1', false],
  ] as const)(
    'that is %s with the refund %s counts the refusal: %s',
    (state, refundId, expected) => {
      expect(isRefusalNew({ state, refundId }, 'rfd_1')).toBe(expected)
    },
  )

  it('that is not recorded counts no refusal', () => {
    expect(isRefusalNew(undefined, 'rfd_1')).toBe(false)
  })

  it.each([
    [0, false],
    [1, false],
    [2, true],
    [3, true],
  ])('after %s refusals waits for an operator at the next one: %s', (refusals, expected) => {
    expect(isLastRefusal({ refusals }, 3)).toBe(expected)
  })

  it('is decided by an operator only after the provider has refused it', () => {
    expect(() => assertRefundRefused({ state: 'REFUSED' })).not.toThrow()
    for (const state of ['WAITING', 'SETTLED'] as const) {
      expect(() => assertRefundRefused({ state })).toThrow(
        expect.objectContaining({ code: 'checkout.refund_not_refused', details: { state } }),
      )
    }
  })
})
