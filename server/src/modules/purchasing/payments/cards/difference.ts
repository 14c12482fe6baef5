import { sameMoney } from '#kernel/money'
import type { Payment, PaymentState } from '../payment.ts'
import type { ProviderIntent } from './provider.ts'

/** Where the money is. Both books must agree on it. */
type Standing = 'open' | 'held' | 'taken' | 'over'

const ours: Readonly<Record<PaymentState, Standing>> = {
  INITIATED: 'open',
  PENDING: 'open',
  AUTHORIZED: 'held',
  SUCCEEDED: 'taken',
  PARTIALLY_REFUNDED: 'taken',
  REFUNDED: 'taken',
  FAILED: 'over',
  VOIDED: 'over',
}

const theirs: Readonly<Record<ProviderIntent['state'], Standing>> = {
  REQUIRES_PAYMENT: 'open',
  AUTHORIZED: 'held',
  SUCCEEDED: 'taken',
  FAILED: 'over',
  CANCELLED: 'over',
  EXPIRED: 'over',
}

/**
 * How the two books differ although the provider's answer was applied: an event may repeat old news, but in a
 * comparison old news is a difference. Undefined if they agree. A refund that we still process explains a different
 * sum.
 */
export function differenceOf(payment: Payment, intent: ProviderIntent): string | undefined {
  if (ours[payment.state] !== theirs[intent.state]) return 'other_state'
  if (!sameMoney(payment.captured, intent.captured)) return 'other_captured_amount'
  const { amountMinor: refunded } = payment.refunded
  const most = refunded + payment.refunding.amountMinor
  const reported = intent.refunded.amountMinor
  return reported >= refunded && reported <= most ? undefined : 'other_refunded_amount'
}
