import type { Intent, Refund } from '../payments/intent.ts'
import { chargeId, paymentIntentId, refundName, sessionId } from './names.ts'

/** Source: docs.stripe.com/currencies, "Zero-decimal currencies" and "Three-decimal currencies". */
const zeroDecimal = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const threeDecimal = 'BHD JOD KWD OMR TND'.split(' ')

/** Smallest units, as Stripe counts them: the digits of an amount that `decimalAmount` made. */
export function stripeAmount(amount: string): number {
  return Number(amount.replace('.', ''))
}

export function decimalAmount(amount: number, currency: string): string {
  const places = zeroDecimal.includes(currency) ? 0 : threeDecimal.includes(currency) ? 3 : 2
  return (amount / 10 ** places).toFixed(places)
}

export function sessionView(intent: Intent, publicUrl: string) {
  const status = sessionStatus(intent)
  const isMade = status === 'complete'
  return {
    id: sessionId(intent.id),
    object: 'checkout.session',
    amount_total: stripeAmount(intent.amount),
    currency: intent.currency.toLowerCase(),
    client_reference_id: intent.merchantReference,
    created: seconds(intent.createdAt),
    expires_at: seconds(intent.expiresAt),
    livemode: false,
    metadata: { payment_id: intent.merchantReference },
    mode: 'payment',
    payment_intent: isMade ? paymentIntentView(intent) : null,
    payment_status: intent.state === 'SUCCEEDED' ? 'paid' : 'unpaid',
    status,
    url: status === 'open' ? `${publicUrl}/stripe/pay/${intent.id}` : null,
  }
}

export function paymentIntentView(intent: Intent) {
  const amount = stripeAmount(intent.amount)
  return {
    id: paymentIntentId(intent.id),
    object: 'payment_intent',
    amount,
    amount_capturable: intent.state === 'AUTHORIZED' ? amount : 0,
    amount_received: stripeAmount(intent.captured),
    cancellation_reason: null,
    capture_method: intent.captureMethod,
    currency: intent.currency.toLowerCase(),
    created: seconds(intent.createdAt),
    latest_charge: chargeView(intent),
    livemode: false,
    metadata: { payment_id: intent.merchantReference },
    status: intentStatus(intent),
  }
}

export function chargeView(intent: Intent) {
  return {
    id: chargeId(intent.id),
    object: 'charge',
    amount: stripeAmount(intent.amount),
    amount_captured: stripeAmount(intent.captured),
    amount_refunded: stripeAmount(intent.refunded),
    currency: intent.currency.toLowerCase(),
    disputed: intent.dispute !== undefined,
    metadata: { payment_id: intent.merchantReference },
    payment_intent: paymentIntentId(intent.id),
  }
}

/** Names the intent by its id, or expanded on request. Here it is always expanded. It does not name our payment. */
export function disputeView(intent: Intent) {
  const { dispute } = intent
  return {
    id: dispute?.id,
    object: 'dispute',
    amount: stripeAmount(dispute?.amount ?? '0'),
    charge: chargeId(intent.id),
    created: seconds(dispute?.createdAt ?? intent.createdAt),
    currency: intent.currency.toLowerCase(),
    evidence_details: { due_by: seconds(dispute?.createdAt ?? intent.createdAt) + 7 * 86_400 },
    metadata: {},
    payment_intent: paymentIntentView(intent),
    reason: 'product_not_received',
    status: dispute?.status,
  }
}

export function refundView(refund: Refund) {
  const { merchantReference } = refund
  return {
    id: refundName(refund.id),
    object: 'refund',
    amount: stripeAmount(refund.amount),
    charge: chargeId(refund.intentId),
    created: seconds(refund.createdAt),
    currency: refund.currency.toLowerCase(),
    metadata: merchantReference === '' ? {} : { refund_id: merchantReference },
    payment_intent: paymentIntentId(refund.intentId),
    status: 'succeeded',
  }
}

function sessionStatus({ state }: Intent): 'open' | 'complete' | 'expired' {
  if (state === 'REQUIRES_PAYMENT') return 'open'
  return state === 'EXPIRED' || state === 'FAILED' ? 'expired' : 'complete'
}

function intentStatus({ state }: Intent): string {
  if (state === 'AUTHORIZED') return 'requires_capture'
  return state === 'SUCCEEDED' ? 'succeeded' : 'canceled'
}

function seconds(instant: string): number {
  return Math.floor(new Date(instant).getTime() / 1_000)
}
