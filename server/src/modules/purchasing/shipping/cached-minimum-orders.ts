import { cachedEach, type ReadEach, type Wake } from '#platform/wake'
import type { MinimumOrder } from './minimum-order.ts'
import { listMinimumOrders } from './minimum-order-store.ts'

export const minimumOrdersChanged = 'shipping.minimum_orders_changed'

/** Caches the minimum of each supplier, and that a supplier has none: most have none. */
export function cachedMinimumOrders(wake: Wake): ReadEach<{ readonly minimum?: MinimumOrder }> {
  return cachedEach(wake, minimumOrdersChanged, async (conn, companyIds) => {
    const minimums = await listMinimumOrders(conn, companyIds)
    return new Map(
      companyIds.map((id) => {
        const minimum = minimums.get(id)
        return [id, minimum ? { minimum } : {}]
      }),
    )
  })
}
