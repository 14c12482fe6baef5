import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptState } from '../attempt.ts'
import { assertPayable, assertReturnUrl } from './check-payable.ts'

const now = new Date('2026-01-02T03:04:05Z')
const checkoutId: Attempt['id'] = 'chk_1'

function pay(state: AttemptState, msLeft = 1) {
  const reservedUntil = new Date(now.getTime() + msLeft)
  const attempt = { id: checkoutId, state, reservedUntil } as Attempt
  return () => assertPayable(attempt, now)
}

describe('an attempt', () => {
  it('can be paid while its reservation lasts', () => {
    expect(pay('RESERVED')).not.toThrow()
  })

  it.each([
    ['RESERVED', 0, 'checkout.reservation_expired'],
    ['PAYMENT_INITIATED_CART_RECONCILING', 1, 'checkout.payment_already_initiated'],
    ['PAYMENT_INITIATED_CART_RECONCILING', -1, 'checkout.payment_already_initiated'],
    ['COMPLETED', 1, 'checkout.attempt_over'],
    ['FAILED', 1, 'checkout.attempt_over'],
    ['EXPIRED', -1, 'checkout.attempt_over'],
    ['CANCELLED', 1, 'checkout.attempt_over'],
  ] as const)('that is %s with %s ms left is refused by %s', (state, msLeft, code) => {
    const details = { checkoutId, state }
    expect(pay(state, msLeft)).toThrow(expect.objectContaining({ code, details }))
  })
})

describe('the address to return to', () => {
  it.each([undefined, 'https://shop.example/thanks'])('%s is accepted', (returnUrl) => {
    expect(() => assertReturnUrl({ returnUrl })).not.toThrow()
  })

  it.each(['', '/thanks', 'shop.example'])('"%s" is refused', (returnUrl) => {
    expect(() => assertReturnUrl({ returnUrl })).toThrow(
      expect.objectContaining({ code: 'checkout.return_url_invalid' }),
    )
  })
})
