import type { Tx } from '#platform/db'
import type { Order } from '../order.ts'
import type { Proposal } from '../proposals/proposal.ts'
import { findWaitingRaise, markRaise, type WaitingRaise } from './waiting-raise-store.ts'

/**
 * Participant: the buyer accepts these lines of a proposal. If others have approved exactly that, their raise binds with the lines;
 * it stays approved if they do not bind, because then all is rolled back.
 */
export async function bindApproved(
  tx: Tx,
  { companyId, id: orderId }: Order,
  { id: proposalId }: Proposal,
  lineNumbers: readonly number[],
): Promise<WaitingRaise | undefined> {
  const raise = await findWaitingRaise(tx, { companyId, orderId })
  const isAboutThem =
    raise?.proposalId === proposalId && raise.lineNumbers.join() === lineNumbers.join()
  if (!isAboutThem || !raise.isApproved) return undefined
  await markRaise(tx, raise, 'BOUND')
  return raise
}
