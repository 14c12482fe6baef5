import type { Actor } from '#kernel/actor'
import { ringAfterCommit } from '#platform/wake'
import { deliveryTopic } from '../deliveries/delivery.ts'
import { releaseHeld } from '../deliveries/hold-store.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { announceState } from './announce-state.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { findEndpoint, getEndpoint, lockState, markEnabled } from './endpoint-store.ts'

export type Enabled = { readonly endpoint: Endpoint; readonly released: number }

/**
 * Sends held deliveries, oldest first. A repeat is harmless: nothing is left to release. Without `pausedToo` a webhook that
 * its company paused stays paused.
 */
export async function enableEndpoint(
  deps: Deps,
  actor: Actor,
  endpointId: string,
  { pausedToo }: { readonly pausedToo: boolean },
): Promise<Enabled> {
  const now = deps.now()
  const { companyId } = actor
  return deps.database.transaction(async (tx) => {
    const stateBefore = await lockState(tx, companyId, endpointId)
    if (!(await markEnabled(tx, companyId, endpointId, { pausedToo, now }))) {
      const found = await findEndpoint(tx, companyId, endpointId)
      throw fail(found ? 'paused_by_company' : 'endpoint_not_found', { endpointId })
    }
    const released = await releaseHeld(tx, companyId, endpointId, now)
    await deps.incidents.resolve(tx, {
      key: 'webhooks.endpoint-disabled',
      dedupeKey: endpointId,
      now,
    })
    auditEndpoint(tx, actor, 'enabled', endpointId, now, { released })
    ringAfterCommit(tx, deliveryTopic)
    const endpoint = await getEndpoint(tx, companyId, endpointId)
    if (stateBefore !== 'ACTIVE') await announceState(tx, endpoint, now)
    return { endpoint, released }
  })
}
