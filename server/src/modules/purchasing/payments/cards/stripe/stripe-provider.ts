import type Stripe from 'stripe'
import type { Money } from '#kernel/money'
import {
  type IntentPage,
  type IntentRange,
  type IntentRequest,
  type PaymentProvider,
  type ProviderIntent,
  type ProviderRefund,
  ProviderRefused,
} from '../provider.ts'
import { isHeldAtStripe, toStripeAmount } from './amount.ts'
import { createStripeClient, type StripeClientOptions } from './client.ts'
import { stripeDisputes } from './disputes.ts'
import { verifyStripeEvent } from './events.ts'
import {
  intentOf,
  isOurs,
  paymentIdKey,
  readRefund,
  readSession,
  refundIdKey,
  sessionExpansion,
} from './reading.ts'
import { callStripe, hasEndedOtherwise } from './refusal.ts'

export type StripeProviderOptions = StripeClientOptions & {
  /** `whsec_…`, the secret of the endpoint that is registered at Stripe for `/payments/providers/stripe/events`. */
  readonly eventSecret: string
  /** The page to which payers return if a payment names none. */
  readonly returnUrl: string
  readonly merchantName?: string
  readonly now: () => Date
}

/** The shortest life of a session (docs.stripe.com/api/checkout/sessions/create, `expires_at`). */
const sessionMinutesMin = 31
const pageSize = 100

/**
 * Stripe's hosted page (Checkout Sessions) and the payment intent behind it, through the official client. The session
 * is the reference: it exists from the beginning, the intent only after somebody pays.
 */
export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = createStripeClient(options)
  const sessionOf = (reference: string) =>
    callStripe(stripe.checkout.sessions.retrieve(reference, { expand: sessionExpansion }))
  const parts = { stripe, sessionOf, now: options.now }
  return {
    name: 'stripe',
    holds: isHeldAtStripe,
    createIntent: (request) => createSession(stripe, options, request),
    getIntent: (reference) => getIntent(parts, reference),
    cancelIntent: (reference) => cancelIntent(parts, reference),
    capture: (reference, amount, key) => capture(parts, reference, amount, key),
    refund: (reference, amount, refundId) => refund(parts, reference, amount, refundId),
    listRefunds: async (reference) =>
      (await refundsOf(parts, await intentIdOf(parts, reference))).map(readRefund),
    disputes: stripeDisputes(stripe, (reference) => intentIdOf(parts, reference)),
    listIntents: (range, after) => listSessions(stripe, range, after),
    verifyEvent: (rawBody, headers, now) =>
      verifyStripeEvent(rawBody, headers, options.eventSecret, now),
  }
}

type Parts = {
  readonly stripe: Stripe
  readonly sessionOf: (reference: string) => Promise<Stripe.Checkout.Session>
  readonly now: () => Date
}

async function createSession(
  stripe: Stripe,
  { returnUrl: usualReturn, merchantName = 'Purveyor' }: StripeProviderOptions,
  { paymentId, amount, captureMethod, returnUrl = usualReturn, expiresAt }: IntentRequest,
): Promise<ProviderIntent> {
  const metadata = { [paymentIdKey]: paymentId }
  const back = addressOf(returnUrl)
  back.searchParams.set('paymentId', paymentId)
  const session = await callStripe(
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        // Other payment methods of an account can take days, while the goods would stay reserved for nobody.
        allowed_payment_method_types: ['card'],
        client_reference_id: paymentId,
        metadata,
        // It depends on the payment alone: the same key must always send the same request.
        expires_at: Math.floor(expiresAt.getTime() / 1_000) + sessionMinutesMin * 60,
        success_url: back.href,
        cancel_url: back.href,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: amount.currency.toLowerCase(),
              unit_amount: toStripeAmount(amount),
              product_data: { name: `${merchantName}, payment ${paymentId}` },
            },
          },
        ],
        payment_intent_data: {
          capture_method: captureMethod === 'manual' ? 'manual' : 'automatic',
          // Charges inherit the metadata, so that every event of this payment names it.
          metadata: { ...metadata, expires_at: expiresAt.toISOString() },
        },
        expand: sessionExpansion,
      },
      { idempotencyKey: paymentId },
    ),
  )
  return readSession(session)
}

/** An invalid URL is refused here, as Stripe would refuse it: no retry could succeed. */
function addressOf(returnUrl: string): URL {
  const address = URL.parse(returnUrl)
  if (!address) throw new ProviderRefused('return_url_invalid')
  return address
}

/** Our deadline is shorter than a session may live: a session that is past our deadline is ended when we read it. */
async function getIntent(parts: Parts, reference: string): Promise<ProviderIntent> {
  const session = await parts.sessionOf(reference)
  const isOver =
    session.status === 'open' &&
    session.expires_at - sessionMinutesMin * 60 <= parts.now().getTime() / 1_000
  return isOver ? cancelIntent(parts, reference) : readSession(session)
}

async function cancelIntent(parts: Parts, reference: string): Promise<ProviderIntent> {
  const { stripe, sessionOf } = parts
  const session = await sessionOf(reference)
  if (session.status === 'open') {
    await ignoreEnded(callStripe(stripe.checkout.sessions.expire(reference)))
    // A payer may have been faster: then there is an intent to read.
    return readSession(await sessionOf(reference))
  }
  const intent = intentOf(session)
  if (intent?.status !== 'requires_capture') return readSession(session)
  await ignoreEnded(callStripe(stripe.paymentIntents.cancel(intent.id)))
  return readSession(await sessionOf(reference))
}

async function capture(
  parts: Parts,
  reference: string,
  amount: Money,
  key: string,
): Promise<ProviderIntent> {
  const { stripe, sessionOf } = parts
  const id = await intentIdOf(parts, reference)
  const body = { amount_to_capture: toStripeAmount(amount) }
  await ignoreEnded(callStripe(stripe.paymentIntents.capture(id, body, { idempotencyKey: key })))
  return readSession(await sessionOf(reference))
}

/** Stripe forgets an idempotency key after a day, but never its list of refunds: so we read the list first. */
async function refund(
  parts: Parts,
  reference: string,
  amount: Money,
  refundId: string,
): Promise<ProviderRefund> {
  const id = await intentIdOf(parts, reference)
  const made = (await refundsOf(parts, id)).find(
    ({ metadata }) => metadata?.[refundIdKey] === refundId,
  )
  if (made) return readRefund(made)
  const session = await parts.sessionOf(reference)
  const body = {
    payment_intent: id,
    amount: toStripeAmount(amount),
    metadata: {
      [paymentIdKey]: session.metadata?.[paymentIdKey] ?? '',
      [refundIdKey]: refundId,
    },
  }
  return readRefund(
    await callStripe(parts.stripe.refunds.create(body, { idempotencyKey: refundId })),
  )
}

function refundsOf({ stripe }: Parts, intentId: string): Promise<Stripe.Refund[]> {
  const list = stripe.refunds.list({ payment_intent: intentId, limit: pageSize })
  return callStripe(list.autoPagingToArray({ limit: 1_000 }))
}

async function intentIdOf({ sessionOf }: Parts, reference: string): Promise<string> {
  const intent = intentOf(await sessionOf(reference))
  if (!intent) throw new ProviderRefused('payment_intent_missing')
  return intent.id
}

async function listSessions(
  stripe: Stripe,
  { createdFrom, createdBefore }: IntentRange,
  after?: string,
): Promise<IntentPage> {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)
  const { data, has_more: hasMore } = await callStripe(
    stripe.checkout.sessions.list({
      created: { gte: seconds(createdFrom), lt: seconds(createdBefore) },
      limit: pageSize,
      expand: sessionExpansion.map((path) => `data.${path}`),
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  )
  const last = data.at(-1)
  return {
    items: data.filter(isOurs).map(readSession),
    ...(hasMore && last ? { next: last.id } : {}),
  }
}

async function ignoreEnded(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!hasEndedOtherwise(error)) throw error
  }
}
