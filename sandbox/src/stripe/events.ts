import type { ProviderEvent } from '../payments/intent.ts'
import { chargeView, disputeView, paymentIntentView, sessionView } from './views.ts'

/** Writes each change as the one Stripe event that reports it. */
export function stripeEventOf(event: ProviderEvent, publicUrl: string) {
  const { type, object } = typeAndObjectOf(event, publicUrl)
  return {
    id: event.id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(new Date(event.createdAt).getTime() / 1_000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
  }
}

function typeAndObjectOf({ type, data: { intent } }: ProviderEvent, publicUrl: string) {
  const session = () => sessionView(intent, publicUrl)
  switch (type) {
    case 'intent.authorized':
      return { type: 'checkout.session.completed', object: session() }
    case 'intent.succeeded':
      return intent.captureMethod === 'manual'
        ? { type: 'payment_intent.succeeded', object: paymentIntentView(intent) }
        : { type: 'checkout.session.completed', object: session() }
    case 'intent.cancelled':
      return { type: 'payment_intent.canceled', object: paymentIntentView(intent) }
    case 'refund.succeeded':
      return { type: 'charge.refunded', object: chargeView(intent) }
    case 'dispute.created':
      return { type: 'charge.dispute.created', object: disputeView(intent) }
    case 'dispute.closed':
      return { type: 'charge.dispute.closed', object: disputeView(intent) }
    default:
      return { type: 'checkout.session.expired', object: session() }
  }
}
