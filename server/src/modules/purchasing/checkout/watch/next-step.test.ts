import { describe, expect, it } from 'vitest'
import { nextStepOf } from './next-step.ts'

const reservedUntil = new Date('2026-01-02T03:15:00Z')
const availableAt = new Date('2026-01-02T03:10:00Z')
const later = new Date(availableAt.getTime() + 1)

describe('the next step of an attempt', () => {
  it('before its payment is the end of its reservation', () => {
    const attempt = { state: 'RESERVED', reservedUntil, availableAt } as const
    const expected = { action: 'expire_reservation', at: reservedUntil }
    expect(nextStepOf(attempt, undefined)).toEqual(expected)
    expect(nextStepOf(attempt, { state: 'PENDING', expiresAt: null })).toEqual(expected)
  })

  it.each([
    ['INITIATED', availableAt, 'hand_over_payment'],
    ['AUTHORIZED', availableAt, 'complete_order'],
    ['SUCCEEDED', availableAt, 'complete_order'],
    ['PARTIALLY_REFUNDED', availableAt, 'complete_order'],
    ['FAILED', availableAt, 'give_up'],
    ['VOIDED', availableAt, 'give_up'],
    ['REFUNDED', availableAt, 'give_up'],
    ['PENDING', null, 'ask_payment_provider'],
    ['PENDING', later, 'ask_payment_provider'],
    ['PENDING', availableAt, 'cancel_payment'],
  ] as const)('with a payment that is %s until %s is %s', (state, expiresAt, action) => {
    const attempt = {
      state: 'PAYMENT_INITIATED_CART_RECONCILING',
      reservedUntil,
      availableAt,
    } as const
    expect(nextStepOf(attempt, { state, expiresAt })).toEqual({ action, at: availableAt })
  })

  it('asks the provider when the payment is not found', () => {
    const attempt = {
      state: 'PAYMENT_INITIATED_CART_RECONCILING',
      reservedUntil,
      availableAt,
    } as const
    expect(nextStepOf(attempt, undefined)).toEqual({
      action: 'ask_payment_provider',
      at: availableAt,
    })
  })
})
