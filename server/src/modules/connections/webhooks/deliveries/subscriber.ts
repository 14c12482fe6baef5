import type { Clock } from '#kernel/time'
import { type EventKind, type LoggedEvent, onPublic, type Subscription } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import { patternsFor } from '../event-kinds.ts'
import { WebhookTest } from '../events.ts'
import { deliveryTopic } from './delivery.ts'
import { insertDeliveries, type Message } from './record-store.ts'

/** Turns public events into deliveries, in the transaction that moves the position in the event log. */
export function webhooksSubscriber(kinds: readonly EventKind[], now: Clock): Subscription {
  return onPublic(kinds, {
    name: 'webhooks.record_deliveries',
    recordAll: async (tx, events) => {
      const added = await insertDeliveries(tx, events.map(messageOf), now())
      if (added > 0) ringAfterCommit(tx, deliveryTopic)
    },
  })
}

/** The only place that builds the bytes that are signed and sent. */
export function messageOf(event: LoggedEvent): Message {
  const { id, type, version, occurredAt, companyId, sequence, entity, data } = event
  return {
    companyId,
    eventId: id,
    type,
    occurredAt,
    body: JSON.stringify({ id, type, version, occurredAt, companyId, sequence, entity, data }),
    patterns: patternsFor(type),
    about: `${entity.type}/${entity.id}`,
    sequence,
    onlyEndpoint: type === WebhookTest.type ? entity.id : undefined,
  }
}
