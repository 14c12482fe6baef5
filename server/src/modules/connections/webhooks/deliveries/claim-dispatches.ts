import type { Database } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { createClaimer, type Lease, leaseFor } from '#platform/leases'
import { type Dispatch, deliveryQueue } from './delivery.ts'
import { type Claimed, claimAlone, claimDeliveries, readDispatches } from './queue-store.ts'

/** Claims deliveries, then reads what to send for each. */
export type DispatchClaims = {
  due(at: Date, batchMax: number): Promise<readonly Dispatch[]>
  /** Claims one delivery during whose attempts processes have died. */
  alone(lease: Lease, at: Date): Promise<readonly Dispatch[]>
}

export function createDispatchClaims(database: Database): DispatchClaims {
  const claim = createClaimer(deliveryQueue)
  const read = async (claimed: readonly Claimed[], lease: Lease, at: Date) => {
    if (claimed.length === 0) return []
    crashPoint('webhooks.deliveries_claimed')
    return readDispatches(database.pool, claimed, lease, at)
  }
  return {
    due: async (at, batchMax) => {
      const lease = leaseFor(deliveryQueue, at)
      const claimed = await database.transaction((tx) =>
        claimDeliveries(tx, claim, lease, at, batchMax),
      )
      return read(claimed, lease, at)
    },
    alone: async (lease, at) => {
      const claimed = await database.transaction((tx) => claimAlone(tx, claim, lease, at))
      return read(claimed, lease, at)
    },
  }
}
