import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { ringAfterCommit } from '#platform/wake'
import { deliveryTopic, isFinished } from '../deliveries/delivery.ts'
import { findNamedDelivery } from '../deliveries/find-named-delivery.ts'
import { type ShownDelivery, withHoldReasons } from '../deliveries/hold-reason.ts'
import type { Deps } from '../deps.ts'
import { auditEndpoint } from '../endpoints/audit-endpoint.ts'
import { findEndpoint } from '../endpoints/endpoint-store.ts'
import { fail } from '../failures.ts'
import { findLastLink, insertReplay } from './replay-store.ts'

/**
 * Sends the event once more, under the same id. While a replay of the delivery is running, returns that replay, so
 * that two requests send once.
 */
export async function replayDelivery(
  deps: Deps,
  actor: Actor,
  requestedId: string,
  requestedEndpointId?: string,
): Promise<ShownDelivery> {
  const now = deps.now()
  const { companyId } = actor
  return deps.database.transaction(async (tx) => {
    const requested = { id: requestedId, endpointId: requestedEndpointId }
    const first = await findNamedDelivery(tx, companyId, requested, 'first')
    const { id: deliveryId, endpointId, state } = first
    if (!(await findEndpoint(tx, companyId, endpointId))) {
      throw fail('endpoint_not_found', { endpointId })
    }
    if (!isFinished(state)) throw fail('delivery_not_finished', { deliveryId, state })

    const last = (await findLastLink(tx, companyId, first)) ?? first
    if (!(await insertReplay(tx, last, { companyId, id: newId('dlv', now), now }))) {
      throw fail('event_not_kept', { deliveryId })
    }
    auditEndpoint(tx, actor, 'replayed', endpointId, now, { deliveryId })
    ringAfterCommit(tx, deliveryTopic)
    const replay = (await findLastLink(tx, companyId, last)) ?? last
    const [shown] = await withHoldReasons(tx, companyId, [replay])
    return shown ?? { ...replay, heldBecause: undefined }
  })
}
