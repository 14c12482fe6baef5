import assert from 'node:assert/strict'
import { type Money, money } from '#kernel/money'
import {
  capturableAmount,
  type DisputeState,
  hasEnded,
  type LedgerEntry,
  type Payment,
  refundableAmount,
  returnedOf,
} from './payment.ts'

/** One change of a payment: its new state, the money that moved, and the event. */
export type Step = {
  readonly next: Payment
  readonly entries: readonly LedgerEntry[]
  readonly event?: StepEvent
}

export type StepEvent = {
  readonly what:
    | 'authorized'
    | 'succeeded'
    | 'failed'
    | 'voided'
    | 'refunded'
    | 'disputed'
    | 'dispute_closed'
  readonly amount: Money
  readonly reason?: string
}

/** The reason of a `payment.succeeded` for a payment that had ended without money. */
export const capturedAfterEnd = 'captured_after_end'

/** The provider has the payment, and the payer can go to its page. */
export function handOverStep(
  payment: Payment,
  at: { readonly reference: string; readonly redirectUrl?: string | undefined },
): Step {
  const next: Payment = {
    ...payment,
    state: 'PENDING',
    providerReference: at.reference,
    ...(at.redirectUrl === undefined ? {} : { redirectUrl: at.redirectUrl }),
  }
  return { next, entries: [] }
}

export function authorizeStep(payment: Payment): Step {
  const { amount } = payment
  return {
    next: { ...payment, state: 'AUTHORIZED', authorized: amount },
    entries: [{ kind: 'AUTHORIZED', amount }],
    event: { what: 'authorized', amount },
  }
}

/**
 * Captured once, whole or in part. The rest of the held amount is released. If the provider says so, released money is
 * captured all the same: then that part of the release is undone, and for a dead payment `reason` says why it has money.
 */
export function captureStep(payment: Payment, amount: Money): Step {
  const wasDead = hasEnded(payment)
  const held = capturableAmount(payment)
  const wasHeld = payment.authorized.amountMinor > 0n
  // Nobody booked the hold, so it was of the whole amount.
  const there = wasHeld ? held : payment.amount
  assert(amount.amountMinor > 0n)
  assert(amount.amountMinor <= payment.amount.amountMinor)
  const missing = subtractMoney(amount, there)
  const { failureReason: _, ...facts } = payment
  return {
    next: {
      ...facts,
      state: 'SUCCEEDED',
      authorized: payment.amount,
      captured: amount,
      voided: subtractMoney(payment.amount, amount),
    },
    entries: [
      ...(wasHeld ? [] : [{ kind: 'AUTHORIZED' as const, amount: payment.amount }]),
      ...(missing.amountMinor > 0n ? [{ kind: 'REINSTATED' as const, amount: missing }] : []),
      { kind: 'CAPTURED', amount },
      ...(missing.amountMinor < 0n ? [{ kind: 'VOIDED' as const, amount: negate(missing) }] : []),
    ],
    event: { what: 'succeeded', amount, ...(wasDead ? { reason: capturedAfterEnd } : {}) },
  }
}

/** The payer, the bank or the provider refused the payment. What was held is released. */
export function failStep(payment: Payment, reason: string): Step {
  return endStep(payment, 'FAILED', reason)
}

/**
 * We or the buyer gave the payment up before any money was taken, or nobody paid in time. What was held is released.
 */
export function voidStep(payment: Payment, reason: string): Step {
  return endStep(payment, 'VOIDED', reason)
}

function endStep(payment: Payment, state: 'FAILED' | 'VOIDED', reason: string): Step {
  const { authorized, amount } = payment
  const held = capturableAmount(payment)
  return {
    next: { ...payment, state, voided: authorized, failureReason: reason },
    entries: held.amountMinor > 0n ? [{ kind: 'VOIDED', amount: held }] : [],
    event: { what: state === 'FAILED' ? 'failed' : 'voided', amount, reason },
  }
}

/** A part of the held amount is released; the rest can still be captured. */
export function releaseStep(payment: Payment, amount: Money): Step {
  assert(amount.amountMinor > 0n && amount.amountMinor < capturableAmount(payment).amountMinor)
  return {
    next: { ...payment, voided: addMoney(payment.voided, amount) },
    entries: [{ kind: 'VOIDED', amount }],
  }
}

/** More than before is held. */
export function raiseStep(payment: Payment, amount: Money): Step {
  assert(payment.state === 'AUTHORIZED' && amount.amountMinor > 0n)
  return {
    next: {
      ...payment,
      amount: addMoney(payment.amount, amount),
      authorized: addMoney(payment.authorized, amount),
    },
    entries: [{ kind: 'RAISED', amount }],
  }
}

/** Promises the amount to a refund, so that no other refund can have it. */
export function reserveRefundStep(payment: Payment, amount: Money): Step {
  assert(amount.amountMinor > 0n && amount.amountMinor <= refundableAmount(payment).amountMinor)
  return { next: { ...payment, refunding: addMoney(payment.refunding, amount) }, entries: [] }
}

export function settleRefundStep(
  payment: Payment,
  refund: { readonly id: string; readonly amount: Money; readonly reason?: string | undefined },
): Step {
  const next: Payment = {
    ...payment,
    refunded: addMoney(payment.refunded, refund.amount),
    refunding: subtractMoney(payment.refunding, refund.amount),
  }
  return {
    next: { ...next, state: stateAfterReturn(next) },
    entries: [{ kind: 'REFUNDED', amount: refund.amount, refundId: refund.id }],
    event: {
      what: 'refunded',
      amount: refund.amount,
      ...(refund.reason === undefined ? {} : { reason: refund.reason }),
    },
  }
}

/** The reason of a `payment.refunded` although the provider has paid nothing back. */
export const paidOtherwise = 'paid_otherwise'

/** The amount went back outside of the provider. */
export function payOutStep(
  payment: Payment,
  refund: { readonly id: string; readonly amount: Money },
): Step {
  const { id: refundId, amount } = refund
  assert(amount.amountMinor > 0n && amount.amountMinor <= refundableAmount(payment).amountMinor)
  const next: Payment = { ...payment, paidOut: addMoney(payment.paidOut, amount) }
  return {
    next: { ...next, state: stateAfterReturn(next) },
    entries: [{ kind: 'PAID_OUT', amount, refundId }],
    event: { what: 'refunded', amount, reason: paidOtherwise },
  }
}

/** The reason of a `payment.dispute_closed` for a dispute that was lost before. */
export const chargeReturned = 'returned'

/** The payer's bank was asked for the money, or has decided. Only a decision against us moves money. */
export function disputeStep(
  payment: Payment,
  dispute: { readonly state: DisputeState; readonly amount: Money; readonly reason: string },
): Step {
  const { state, amount, reason } = dispute
  if (state === 'OPEN')
    return { next: payment, entries: [], event: { what: 'disputed', amount, reason } }
  const event = { what: 'dispute_closed', amount, reason: state.toLowerCase() } as const
  if (state === 'WON') return { next: payment, entries: [], event }
  const next: Payment = { ...payment, chargedBack: addMoney(payment.chargedBack, amount) }
  return {
    next: { ...next, state: stateAfterReturn(next) },
    entries: [{ kind: 'CHARGED_BACK', amount }],
    event,
  }
}

/** The bank has decided again, in our favour: what it had taken back is ours again. */
export function returnChargeStep(payment: Payment, amount: Money): Step {
  assert(amount.amountMinor > 0n && amount.amountMinor <= payment.chargedBack.amountMinor)
  const next: Payment = { ...payment, chargedBack: subtractMoney(payment.chargedBack, amount) }
  return {
    next: { ...next, state: stateAfterReturn(next) },
    entries: [{ kind: 'CHARGE_RETURNED', amount }],
    event: { what: 'dispute_closed', amount, reason: chargeReturned },
  }
}

function stateAfterReturn(payment: Payment): Payment['state'] {
  const returned = returnedOf(payment)
  if (returned === 0n) return 'SUCCEEDED'
  return returned >= payment.captured.amountMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

/** The provider refuses the refund: its promise is withdrawn. */
export function dropRefundStep(payment: Payment, amount: Money): Step {
  return { next: { ...payment, refunding: subtractMoney(payment.refunding, amount) }, entries: [] }
}

function negate({ amountMinor, currency }: Money): Money {
  return money(-amountMinor, currency)
}

function addMoney(one: Money, other: Money): Money {
  return money(one.amountMinor + other.amountMinor, one.currency)
}

function subtractMoney(one: Money, other: Money): Money {
  return money(one.amountMinor - other.amountMinor, one.currency)
}
