import type { Tx } from '#platform/db'
import type { Order } from '../order.ts'
import {
  type AgreedChange,
  findWaitingRaise,
  markRaise,
  type WaitingRaise,
} from './waiting-raise-store.ts'

/**
 * Participant: the buyer accepts lines of a proposal, or pays for a request. If others have approved exactly that, their raise binds with the lines;
 * it stays approved if they do not bind, because then all is rolled back.
 */
export async function bindApproved(
  tx: Tx,
  { companyId, id: orderId }: Order,
  { proposalId, changeRequestId, lineNumbers }: AgreedChange,
): Promise<WaitingRaise | undefined> {
  const raise = await findWaitingRaise(tx, { companyId, orderId })
  if (!raise?.isApproved) return undefined
  const isOfOne = raise.proposalId === proposalId && raise.changeRequestId === changeRequestId
  if (!isOfOne || raise.lineNumbers.join() !== lineNumbers.join()) return undefined
  await markRaise(tx, raise, 'BOUND')
  return raise
}
