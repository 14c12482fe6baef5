import type { Actor } from '#kernel/actor'
import type { Conn } from '#platform/db'
import { findWaitingRaise } from '../raises/waiting-raise-store.ts'
import { findReader } from '../supplier/find-reader.ts'
import type { Proposal } from './proposal.ts'
import { listProposals, type ProposalPage } from './proposal-store.ts'

/** The proposals of an order that the actor may see, newest first. Throws `orders.order_not_found` for those who may not read the order. */
export async function readProposals(
  conn: Conn,
  actor: Actor,
  orderId: string,
  page: ProposalPage,
): Promise<Proposal[]> {
  const { companyId, supplierId } = await findReader(conn, actor, orderId)
  const proposals = await listProposals(conn, companyId, orderId, { ...page, supplierId })
  const raise = await findWaitingRaise(conn, { companyId, orderId })
  return proposals.map((one) => {
    if (one.id !== raise?.proposalId) return one
    return raise.isApproved
      ? { ...one, approvedLines: raise.lineNumbers }
      : { ...one, awaitsApproval: true }
  })
}
