import type { Conn } from '#platform/db'
import type { Delivery } from './delivery.ts'
import { type HoldFacts, listHoldFacts } from './delivery-store.ts'

/**
 * Why a delivery is kept and not sent. The state of its subscription decides it, so it is computed on read and not
 * stored.
 */
export const holdReasons = [
  'subscription_paused',
  'subscription_disabled',
  'company_closed',
  'receiver_failing',
  'being_released',
] as const
export type HoldReason = (typeof holdReasons)[number]

export type ShownDelivery = Delivery & { readonly heldBecause: HoldReason | undefined }

/** Adds the reason to the deliveries that are HELD. */
export async function withHoldReasons(
  conn: Conn,
  companyId: string,
  deliveries: readonly Delivery[],
): Promise<ShownDelivery[]> {
  const held = deliveries.filter(({ state }) => state === 'HELD')
  const ids = [...new Set(held.map(({ endpointId }) => endpointId))]
  const facts = ids.length === 0 ? [] : await listHoldFacts(conn, companyId, ids)
  const reasons = new Map(facts.map((endpoint) => [endpoint.id, reasonOf(endpoint)]))
  return deliveries.map((delivery) => ({
    ...delivery,
    heldBecause: delivery.state === 'HELD' ? reasons.get(delivery.endpointId) : undefined,
  }))
}

function reasonOf({ state, isClosing, isLeftAlone }: HoldFacts): HoldReason {
  if (state === 'DISABLED') return 'subscription_disabled'
  if (state === 'PAUSED') return isClosing ? 'company_closed' : 'subscription_paused'
  // The endpoint was enabled or deleted a moment ago: the housekeeping has not reached this delivery yet.
  return state === 'ACTIVE' && isLeftAlone ? 'receiver_failing' : 'being_released'
}
