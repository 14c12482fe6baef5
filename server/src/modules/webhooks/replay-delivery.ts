import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { ringAfterCommit } from '#platform/wake'
import { auditEndpoint } from './audit-endpoint.ts'
import { type Delivery, deliveryTopic, isFinished } from './delivery.ts'
import { findDelivery } from './delivery-store.ts'
import type { Deps } from './deps.ts'
import { findEndpoint } from './endpoint-store.ts'
import { fail } from './failures.ts'
import { findLastLink, insertReplay } from './replay-store.ts'

/**
 * Sends the event once more, under the same id. While a replay of the delivery is under way that one is the answer, so
 * that asking twice sends once.
 */
export async function replayDelivery(
  deps: Deps,
  actor: Actor,
  deliveryId: string,
): Promise<Delivery> {
  const now = deps.now()
  const { companyId } = actor
  return deps.database.transaction(async (tx) => {
    const asked = await findDelivery(tx, companyId, deliveryId)
    if (!asked) throw fail('delivery_not_found', { deliveryId })
    if (!(await findEndpoint(tx, companyId, asked.endpointId))) {
      throw fail('endpoint_not_found', { endpointId: asked.endpointId })
    }
    if (!isFinished(asked.state)) {
      throw fail('delivery_not_finished', { deliveryId, state: asked.state })
    }

    const last = (await findLastLink(tx, companyId, asked)) ?? asked
    if (!(await insertReplay(tx, last, { companyId, id: newId('dlv', now), now }))) {
      throw fail('event_not_kept', { deliveryId })
    }
    auditEndpoint(tx, actor, 'replayed', asked.endpointId, now, { deliveryId })
    ringAfterCommit(tx, deliveryTopic)
    return (await findLastLink(tx, companyId, last)) ?? last
  })
}
