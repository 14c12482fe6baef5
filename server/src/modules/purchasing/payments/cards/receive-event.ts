import type { IncomingHttpHeaders } from 'node:http'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { Deps } from '../deps.ts'
import { askAboutDispute, findDisputed, noteDispute } from '../disputes/note-dispute.ts'
import { fail } from '../failures.ts'
import { findOwner, findPayment, lockPayment, lockProviderPayment } from '../payment-store.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { applyIntent, reportMismatch } from './apply-intent.ts'
import type { PaymentProvider, ProviderEvent } from './provider.ts'
import {
  type EventOutcome,
  insertProviderEvent,
  isEventKnown,
  setEventOutcome,
} from './provider-event-store.ts'
import { refreshPayment } from './refresh-payment.ts'

export type ReceivedEvent = {
  readonly provider: string
  readonly rawBody: Buffer
  readonly headers: IncomingHttpHeaders
}

/**
 * Receives an event of a provider. One transaction writes the event's row and what it changes, so it is applied once
 * however often it comes. An event about an unknown payment or another amount is kept and reported.
 */
export async function receiveEvent(
  deps: Deps,
  received: ReceivedEvent,
): Promise<EventOutcome | 'REPEATED'> {
  const provider = deps.providers.find(({ name }) => name === received.provider)
  if (!provider) throw fail('provider_unknown')
  const now = deps.now()
  const event = provider.verifyEvent(received.rawBody, received.headers, now)
  if (!event) throw fail('event_signature_invalid')

  const { rawBody } = received
  const arrival: Arrival = { provider: provider.name, event, rawBody, now }
  const outcome = event.dispute
    ? await lookUpDispute(deps, arrival, provider, event.dispute.reference)
    : event.about
      ? await lookUp(deps, arrival, event.about)
      : await record(deps, arrival, (tx) => applyEvent(deps, tx, provider.name, event, now))
  deps.log.info(
    { provider: provider.name, type: event.type, outcome },
    'A payment event was received.',
  )
  return outcome
}

type Arrival = {
  readonly provider: string
  readonly event: ProviderEvent
  readonly rawBody: Buffer
  readonly now: Date
}

function record(
  { database }: Deps,
  { provider, event, rawBody, now }: Arrival,
  apply: (tx: Tx) => Promise<EventOutcome>,
): Promise<EventOutcome | 'REPEATED'> {
  return database.transaction(async (tx) => {
    if (!(await insertProviderEvent(tx, provider, event, rawBody, now))) return 'REPEATED'
    const applied = await apply(tx)
    setEventOutcome(tx, provider, event.id, applied)
    crashPoint('payments.event.applied')
    return applied
  })
}

/**
 * First asks the provider and applies its answer, then stores the event. After a crash between the two the event comes
 * again, and asking again changes nothing. Throws `provider_unavailable` if the provider does not answer, so that it
 * sends the event once more.
 */
async function lookUp(
  deps: Deps,
  arrival: Arrival,
  about: NonNullable<ProviderEvent['about']>,
): Promise<EventOutcome | 'REPEATED'> {
  const { provider, event, now } = arrival
  const { pool } = deps.database
  if (await isEventKnown(pool, provider, event)) return 'REPEATED'
  const companyId = await findOwner(pool, about.paymentId)
  const before = companyId && (await findPayment(pool, companyId, about.paymentId))
  if (!before || before.provider !== provider) {
    return record(deps, arrival, async (tx) => {
      await reportMismatch(deps, tx, { provider, about, problem: 'unknown_payment', now })
      return 'UNKNOWN_PAYMENT'
    })
  }
  const after = await refreshPayment(deps, before.companyId, before.id)
  return record(deps, arrival, async () =>
    after.version === before.version ? 'NOT_NEWS' : 'APPLIED',
  )
}

/** Like `lookUp`, for a dispute, whose event does not name our payment. */
async function lookUpDispute(
  deps: Deps,
  arrival: Arrival,
  provider: PaymentProvider,
  reference: string,
): Promise<EventOutcome | 'REPEATED'> {
  const { event, now } = arrival
  if (await isEventKnown(deps.database.pool, provider.name, event)) return 'REPEATED'
  const reported = await askAboutDispute(deps, provider, reference)
  if (!reported?.paymentId) return record(deps, arrival, async () => 'KEPT')
  const payment = await findDisputed(deps, provider, reported)
  return record(deps, arrival, async (tx) => {
    const held = payment && (await lockPayment(tx, payment.companyId, payment.id))
    if (held) return (await noteDispute(deps, tx, held, reported, now)).outcome
    const about = { paymentId: reported.paymentId, reference }
    await reportMismatch(deps, tx, {
      provider: provider.name,
      about,
      problem: 'unknown_payment',
      now,
    })
    return 'UNKNOWN_PAYMENT'
  })
}

async function applyEvent(
  deps: Deps,
  tx: Tx,
  provider: string,
  event: ProviderEvent,
  now: Date,
): Promise<EventOutcome> {
  const { intent, refund } = event
  if (!intent) return 'KEPT'
  const payment = await lockProviderPayment(tx, provider, intent.paymentId)
  if (!payment) {
    await reportMismatch(deps, tx, { provider, intent, problem: 'unknown_payment', now })
    return 'UNKNOWN_PAYMENT'
  }
  const applied = await applyIntent(deps, tx, payment, intent, now)
  if (!refund || applied.outcome === 'MISMATCH') return applied.outcome
  const refunded = await settleRefund(deps, tx, applied.payment, refund, now)
  return refunded.outcome === 'NOT_NEWS' ? applied.outcome : refunded.outcome
}
