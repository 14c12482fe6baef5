import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { WebhookPaused, WebhookResumed } from '../events.ts'
import type { Endpoint } from './endpoint.ts'

/** Tells the other receivers of the company that this one was paused, or that it gets its deliveries again. */
export async function announceState(
  tx: Tx,
  { companyId, id, name, state }: Endpoint,
  now: Date,
): Promise<void> {
  await emit(tx, state === 'PAUSED' ? WebhookPaused : WebhookResumed, {
    companyId,
    entityId: id,
    // An endpoint has no counter. Its times of change rise as a counter would.
    entityVersion: now.getTime(),
    data: { endpointId: id, name },
    occurredAt: now,
  })
}
