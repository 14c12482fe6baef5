import type { Tx } from '#platform/db'
import type { Order } from '../order.ts'
import {
  type AgreedChange,
  findWaitingRaise,
  isSameChange,
  markRaise,
  type WaitingRaise,
} from './waiting-raise-store.ts'

/**
 * Participant: the buyer accepts lines of a proposal, or pays for a request. If others have approved exactly that, their raise binds
 * with the lines; it stays approved if they do not bind, because then all is rolled back.
 */
export async function bindApproved(
  tx: Tx,
  { companyId, id: orderId }: Order,
  change: AgreedChange,
): Promise<WaitingRaise | undefined> {
  const raise = await findWaitingRaise(tx, { companyId, orderId })
  if (!raise?.isApproved || !isSameChange(raise, change)) return undefined
  await markRaise(tx, raise, 'BOUND')
  return raise
}
