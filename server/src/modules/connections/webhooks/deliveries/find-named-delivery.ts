import { isId } from '#kernel/id'
import type { Conn } from '#platform/db'
import { fail } from '../failures.ts'
import type { Delivery } from './delivery.ts'
import { type DeliveryOfEvent, findDelivery, listDeliveriesOfEvent } from './delivery-store.ts'

/** How a client names a delivery: by its own id, or by the id of the event, which the receiver got. */
export type DeliveryName = {
  readonly id: string
  /** The subscription, if several got the event. */
  readonly endpointId?: string | undefined
}

/**
 * By the id of an event, `first` is the original delivery and `last` its latest replay. Throws if the event went to
 * several subscriptions and the client names none: each has its own delivery.
 */
export async function findNamedDelivery(
  conn: Conn,
  companyId: string,
  { id, endpointId }: DeliveryName,
  link: 'first' | 'last',
): Promise<Delivery> {
  const found = isId('evt', id)
    ? onlyOne(id, await listDeliveriesOfEvent(conn, companyId, { id, endpointId }, link))
    : await findDelivery(conn, companyId, id)
  if (!found || (endpointId !== undefined && found.endpointId !== endpointId)) {
    throw fail('delivery_not_found', { deliveryId: id })
  }
  return found
}

/** Deliveries of deleted subscriptions count only if there is no other. */
function onlyOne(eventId: string, found: readonly DeliveryOfEvent[]): Delivery | undefined {
  const living = found.filter(({ isOver }) => !isOver)
  const deliveries = (living.length > 0 ? living : found).map(({ delivery }) => delivery)
  if (deliveries.length < 2) return deliveries[0]
  const named = deliveries.map(({ id, endpointId }) => ({ id, webhookId: endpointId }))
  throw fail('delivery_ambiguous', { eventId, deliveries: named })
}
