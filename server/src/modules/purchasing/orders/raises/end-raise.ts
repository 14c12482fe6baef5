import type { Actor } from '#kernel/actor'
import { withdrawRequest } from '#modules/approvals'
import { releaseHolds } from '#modules/budgets'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { orderEvent } from '../fulfilment/fulfilment-events.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'
import { addToTimeline } from '../order-store.ts'
import type { AddedLines } from './added-lines.ts'
import { changeData, OrderRaiseEnded, type RaiseOutcome } from './raise-events.ts'
import { findWaitingRaise, markRaise, type WaitingRaise } from './waiting-raise-store.ts'

/**
 * The raise that a step makes meaningless: approvers have seen another order, or the change about which they decide is off. The raise
 * that binds, or ends by a decision, waits no more before its step is written.
 */
export async function findOvertaken(
  tx: Tx,
  { companyId, id: orderId }: Order,
  lines: readonly LineProgress[],
  {
    changed,
    added,
  }: { readonly changed: readonly LineProgress[]; readonly added?: AddedLines | undefined },
): Promise<WaitingRaise | undefined> {
  if (!added && changed.length === 0) return undefined
  const raise = await findWaitingRaise(tx, { companyId, orderId })
  if (!raise) return undefined
  const earlier = new Map(lines.map((line) => [line.lineNumber, line]))
  const isOvertaken = changed.some((line) => {
    const before = earlier.get(line.lineNumber)
    const isOther = before?.cancelled !== line.cancelled || before.delivery !== line.delivery
    return isOther || (raise.lineNumbers.includes(line.lineNumber) && !isNamed(raise, line))
  })
  return added || isOvertaken ? raise : undefined
}

/** Whether the line still names the change. */
function isNamed({ proposalId, changeRequestId }: WaitingRaise, line: LineProgress): boolean {
  return proposalId === undefined
    ? line.changeRequestId === changeRequestId
    : line.proposalId === proposalId
}

/** Participant: another step has overtaken the raise. */
export async function withdrawRaise(
  tx: Tx,
  actor: Actor,
  order: Order,
  raise: WaitingRaise,
  now: Date,
): Promise<void> {
  const { companyId, orderId, approvalId, isApproved } = raise
  await markRaise(tx, raise, 'ENDED')
  await releaseRaise(tx, order, raise, isApproved ? 'UNPAID' : 'WITHDRAWN', now)
  if (!isApproved) return withdrawRequest(tx, companyId, { id: approvalId }, actor.id, now)
  const details = { approvalId, ...changeData(raise) }
  await addToTimeline(tx, companyId, orderId, { kind: 'RAISE_UNPAID', details }, now)
}

/** Participant: the budgets get back what an ended raise held. */
export async function releaseRaise(
  tx: Tx,
  order: Order,
  raise: WaitingRaise,
  outcome: RaiseOutcome,
  now: Date,
): Promise<void> {
  const { companyId, approvalId } = raise
  await releaseHolds(tx, companyId, approvalId, now)
  await emit(
    tx,
    OrderRaiseEnded,
    orderEvent(order, now, { approvalId, ...changeData(raise), outcome }),
  )
}
