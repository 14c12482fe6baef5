import { type Actor, may } from '#kernel/actor'
import type { Conn } from '#platform/db'
import { fail } from '../failures.ts'
import { findOwner } from '../order-store.ts'
import { reachesOrder } from '../whose-orders.ts'
import { findBuyerOf } from './supplier-store.ts'

/** As whom the actor reads what belongs to an order. The buyer and operators read all, and a supplier reads its own. */
export async function findReader(
  conn: Conn,
  actor: Actor,
  orderId: string,
): Promise<{ readonly companyId: string; readonly supplierId?: string }> {
  const owner = await findOwner(conn, orderId)
  if (owner === undefined) throw fail('order_not_found', { orderId })
  if (may(actor, 'act_for_every_company')) return { companyId: owner }
  if (owner === actor.companyId) {
    if (await reachesOrder(conn, actor, orderId)) return { companyId: owner }
    throw fail('order_not_found', { orderId })
  }
  const buyer = await findBuyerOf(conn, actor.companyId, orderId)
  if (buyer === undefined) throw fail('order_not_found', { orderId })
  return { companyId: buyer, supplierId: actor.companyId }
}
