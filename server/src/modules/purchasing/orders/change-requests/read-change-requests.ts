import type { Actor } from '#kernel/actor'
import type { Conn } from '#platform/db'
import { findWaitingRaise } from '../raises/waiting-raise-store.ts'
import { findReader } from '../supplier/find-reader.ts'
import type { ChangeRequest } from './change-request.ts'
import { type ChangeRequestPage, listChangeRequests } from './change-request-store.ts'

/** The change requests of an order that the actor may see, newest first. Throws `orders.order_not_found` for those who may not read the order. */
export async function readChangeRequests(
  conn: Conn,
  actor: Actor,
  orderId: string,
  page: ChangeRequestPage,
): Promise<ChangeRequest[]> {
  const { companyId, supplierId } = await findReader(conn, actor, orderId)
  const requests = await listChangeRequests(conn, companyId, orderId, { ...page, supplierId })
  const raise = await findWaitingRaise(conn, { companyId, orderId })
  const waiting = raise?.isApproved === false ? raise.changeRequestId : undefined
  return requests.map((one) => ({ ...one, awaitsApproval: one.id === waiting }))
}
