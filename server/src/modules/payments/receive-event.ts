import type { IncomingHttpHeaders } from 'node:http'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { applyWord, reportMismatch } from './apply-word.ts'
import type { Deps } from './deps.ts'
import { type EventOutcome, insertProviderEvent, setEventOutcome } from './event-store.ts'
import { fail } from './failures.ts'
import type { Payment } from './payment.ts'
import type { ProviderEvent, ProviderIntent } from './provider.ts'
import { settleRefund } from './settle-refund.ts'
import { findOwner, lockPayment } from './store.ts'

export type ReceivedEvent = {
  readonly provider: string
  readonly rawBody: Buffer
  readonly headers: IncomingHttpHeaders
}

/**
 * What a provider tells us. The event's row and what it changes are one transaction, so it is applied once however often
 * it comes; what it says of an unknown payment, or of another amount, is kept and reported.
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

  const outcome = await deps.database.transaction(async (tx) => {
    if (!(await insertProviderEvent(tx, provider.name, event, received.rawBody, now)))
      return 'REPEATED'
    const applied = await applyEvent(deps, tx, provider.name, event, now)
    await setEventOutcome(tx, provider.name, event.id, applied)
    crashPoint('payments.event.applied')
    return applied
  })
  deps.log.info({ provider: provider.name, type: event.type, outcome }, 'A payment event came.')
  return outcome
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
  const payment = await lockNamed(tx, provider, intent)
  if (!payment) {
    await reportMismatch(deps, tx, { provider, intent, problem: 'unknown_payment', now })
    return 'UNKNOWN_PAYMENT'
  }
  const told = await applyWord(deps, tx, payment, intent, now)
  if (!refund || told.outcome === 'MISMATCH') return told.outcome
  const refunded = await settleRefund(deps, tx, told.payment, refund, now)
  return refunded.outcome === 'NOT_NEWS' ? told.outcome : refunded.outcome
}

async function lockNamed(
  tx: Tx,
  provider: string,
  { paymentId }: ProviderIntent,
): Promise<Payment | undefined> {
  const companyId = await findOwner(tx, paymentId)
  const payment = companyId && (await lockPayment(tx, companyId, paymentId))
  return payment && payment.provider === provider ? payment : undefined
}
