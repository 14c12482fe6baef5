import { describe, expect, it } from 'vitest'
import { anApiKey, aPrincipal } from '#testing/actors'
import type { AttemptState } from '../attempt.ts'
import {
  assertContinuable,
  assertMayCancel,
  getCancellablePayment,
  isCancelled,
} from './may-cancel.ts'
import { checkoutCancelled } from './payment-outcome.ts'

const id = 'chk_1'
const failureWith = (code: string, details: object) => expect.objectContaining({ code, details })

describe('who may cancel a checkout', () => {
  it.each([
    ['its buyer', aPrincipal('buyer', { id: 'usr_1' })],
    ['an approver who started it', aPrincipal('approver', { id: 'usr_1' })],
    ['the integration that started it, with a new key', anApiKey({ clientId: 'usr_1' })],
    ['an administrator', aPrincipal('company_admin')],
    ['an operator', aPrincipal('operator')],
  ])('%s', (_who, actor) => {
    expect(() => assertMayCancel(actor, { id, ownerId: 'usr_1' })).not.toThrow()
  })

  it.each([
    ['another buyer', aPrincipal('buyer')],
    ['another approver', aPrincipal('approver')],
    ['another integration', anApiKey()],
  ])('not %s', (_who, actor) => {
    expect(() => assertMayCancel(actor, { id, ownerId: 'usr_1' })).toThrow(
      failureWith('checkout.cancel_not_allowed', { checkoutId: id }),
    )
  })
})

describe('a cancelled checkout', () => {
  it.each([
    ['CANCELLED', undefined, true],
    ['FAILED', checkoutCancelled, true],
    ['FAILED', { code: 'checkout.payment_failed', message: '' }, false],
    ['FAILED', undefined, false],
    ['EXPIRED', undefined, false],
  ] as const)('in the state %s with the failure %o: %s', (state, failure, expected) => {
    expect(isCancelled({ state, failure })).toBe(expected)
  })
})

describe('the payment that a cancellation voids', () => {
  const payment = (state: AttemptState, paymentId: 'pay_1' | undefined) => () =>
    getCancellablePayment({ id, state, paymentId })

  it('is the payment of an attempt whose payment was initiated', () => {
    expect(payment('PAYMENT_INITIATED_CART_RECONCILING', 'pay_1')()).toBe('pay_1')
  })

  it.each([
    ['COMPLETED', 'pay_1'],
    ['FAILED', 'pay_1'],
    ['EXPIRED', undefined],
    ['PAYMENT_INITIATED_CART_RECONCILING', undefined],
  ] as const)('is missing in the state %s with the payment %s', (state, paymentId) => {
    const over = failureWith('checkout.attempt_over', { checkoutId: id, state })
    expect(payment(state, paymentId)).toThrow(over)
  })
})

describe('an operator', () => {
  const continueIn = (state: AttemptState) => () => assertContinuable({ id, state })

  it('continues an attempt whose payment was initiated', () => {
    expect(continueIn('PAYMENT_INITIATED_CART_RECONCILING')).not.toThrow()
  })

  it('continues no attempt before its payment, and none that has ended', () => {
    expect(continueIn('RESERVED')).toThrow(
      failureWith('checkout.payment_not_begun', { checkoutId: id }),
    )
    for (const state of ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED'] as const) {
      const over = failureWith('checkout.attempt_over', { checkoutId: id, state })
      expect(continueIn(state)).toThrow(over)
    }
  })
})
