import type Stripe from 'stripe'
import { money } from '#kernel/money'
import { type ProviderIntent, type ProviderRefund, ProviderUnavailable } from '../provider.ts'
import { fromStripeAmount } from './amount.ts'

/** The metadata keys of our ids at Stripe. */
export const paymentIdKey = 'payment_id'
export const refundIdKey = 'refund_id'

/** The expansion that makes one answer complete. */
export const sessionExpansion = ['payment_intent.latest_charge']

/** Another system may create sessions in the same account: those are not ours. */
export function isOurs({ metadata }: { readonly metadata: Stripe.Metadata | null }): boolean {
  return typeof metadata?.[paymentIdKey] === 'string'
}

/**
 * One hosted session and the intent of its payer. A declined card leaves the session open: the payer may try another.
 */
export function readSession(session: Stripe.Checkout.Session): ProviderIntent {
  const { id, amount_total: total, currency } = session
  if (total === null || currency === null) {
    throw new ProviderUnavailable('The provider gave a session without an amount.')
  }
  const amount = fromStripeAmount(total, currency)
  const nothing = money(0n, amount.currency)
  const base = {
    reference: id,
    paymentId: session.metadata?.[paymentIdKey] ?? '',
    amount,
    captured: nothing,
    refunded: nothing,
  }
  const intent = intentOf(session)
  if (session.status === 'expired') {
    return { ...base, state: 'EXPIRED', failureReason: 'expired' }
  }
  if (session.status === 'open' || !intent) {
    return {
      ...base,
      state: 'REQUIRES_PAYMENT',
      ...(session.url ? { redirectUrl: session.url } : {}),
    }
  }
  return {
    ...base,
    ...readIntentState(intent),
    amount: fromStripeAmount(intent.amount, intent.currency),
    captured: fromStripeAmount(intent.amount_received, intent.currency),
    refunded: fromStripeAmount(chargeOf(intent)?.amount_refunded ?? 0, intent.currency),
    isDisputed: chargeOf(intent)?.disputed === true,
  }
}

export function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  const { payment_intent: intent } = session
  return intent && typeof intent !== 'string' ? intent : undefined
}

export function readRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, metadata, status, amount, currency, failure_reason: reason } = refund
  return {
    reference: id,
    refundId: metadata?.[refundIdKey] ?? '',
    state: refundStates[status ?? ''] ?? 'PENDING',
    amount: fromStripeAmount(amount, currency),
    ...(reason ? { failureReason: reason } : {}),
  }
}

const refundStates: Readonly<Record<string, ProviderRefund['state']>> = {
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'FAILED',
}

function readIntentState(
  intent: Stripe.PaymentIntent,
): Pick<ProviderIntent, 'state' | 'failureReason'> {
  switch (intent.status) {
    case 'requires_capture':
      return { state: 'AUTHORIZED' }
    case 'succeeded':
      return { state: 'SUCCEEDED' }
    case 'canceled':
      return { state: 'CANCELLED', failureReason: intent.cancellation_reason ?? 'cancelled' }
    default:
      return { state: 'REQUIRES_PAYMENT' }
  }
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return charge && typeof charge !== 'string' ? charge : undefined
}
