import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf, type Money } from '#kernel/money'
import type { ApprovalRequest } from '#modules/approvals'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit } from '#platform/outbox'
import { awaitPayment } from '../change-requests/agree-on-request.ts'
import { findChangeRequest } from '../change-requests/change-request-store.ts'
import { acceptRequest, leaveRequested } from '../change-requests/decide-change-request.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { creditData, orderEvent } from '../fulfilment/fulfilment-events.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { type OrderChange, stepOn, writeStep } from '../fulfilment/take-step.ts'
import type { Order } from '../order.ts'
import { decideOn, readProposal } from '../proposals/decide-proposal.ts'
import { releaseRaise } from '../raises/end-raise.ts'
import { changeData, OrderRaiseApproved } from '../raises/raise-events.ts'
import { findWaitingRaise, markRaise, type WaitingRaise } from '../raises/waiting-raise-store.ts'
import { SupplementNeeded } from '../supplements/supplement.ts'
import type { Refusal } from './settle-approval.ts'

/** What becomes of a raise that everybody has approved. */
export type SettleRaise = typeof bindRaise

/**
 * A raise that everybody has approved binds. If that needs a further payment, all is rolled back, and done again with the raise left
 * to the person who pays.
 */
export async function bindOrLeaveToPayer<Settled>(
  settle: (settleRaise: SettleRaise) => Promise<Settled>,
): Promise<Settled> {
  try {
    return await settle(bindRaise)
  } catch (error) {
    if (!(error instanceof SupplementNeeded)) throw error
    return settle(leaveToPayer)
  }
}

/**
 * Participant: everybody has approved the raise. What both sides have agreed on binds in this transaction, or nothing does: then the
 * failure says what is missing. Throws `SupplementNeeded` if the buyer has to pay first.
 */
async function bindRaise(
  deps: FulfilmentDeps,
  tx: Tx,
  actor: Actor,
  { order, lines }: LockedOrder,
  { id: approvalId }: ApprovalRequest,
  now: Date,
): Promise<void> {
  const raise = await getRaise(tx, order, approvalId)
  await markRaise(tx, raise, 'BOUND')
  await markApproved(deps, tx, raise, now)
  const step = { stepId: newId('stp', now), now }
  await stepOn(tx, actor, { order, lines }, step, async (inStep, locked) => {
    const { acceptedBy: by, proposalId, changeRequestId, lineNumbers, note } = raise
    const approval = { id: approvalId }
    if (proposalId !== undefined) {
      const proposal = await readProposal(inStep, order, proposalId)
      const decided = { proposal, lineNumbers, note, by, approval, supplement: {} }
      return decideOn(deps, inStep, actor, locked, decided, 'ACCEPTED')
    }
    const requested = await getRequested(inStep, order, changeRequestId)
    const decided = { decidedBy: by, decidedAt: now, decisionNote: note }
    const accepted = { ...requested, state: 'ACCEPTED' as const, ...decided }
    return acceptRequest(deps, inStep, actor, locked, accepted, { approval, supplement: {} })
  })
  crashPoint('orders.raise.bound')
}

/** Participant: everybody has approved the raise. It binds when the buyer pays for it, and the budgets hold what it adds until then. */
async function leaveToPayer(
  deps: FulfilmentDeps,
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  { id: approvalId, added }: ApprovalRequest,
  now: Date,
): Promise<void> {
  const raise = await getRaise(tx, locked.order, approvalId)
  assert(added, `nothing is to be paid for ${approvalId}`)
  const { lapsesAt, record } = await awaitPayer(deps, tx, { ...locked, now }, raise, added)
  await markRaise(tx, raise, 'APPROVED')
  await markApproved(deps, tx, raise, now, { isMailed: false })
  const change = { approvalId, ...changeData(raise) }
  await writeStep(
    tx,
    actor,
    locked,
    {
      kind: 'RAISE_APPROVED',
      changed: [],
      details: { ...change, addedAmount: decimalOf(added) },
      record: async (next, lines) => {
        await record?.(next, lines)
        const data = { ...change, added: creditData(added), lapsesAt: lapsesAt.toISOString() }
        await emit(tx, OrderRaiseApproved, orderEvent(next, now, data))
      },
    },
    now,
  )
  crashPoint('orders.raise.left_to_payer')
}

/** Until when the buyer can pay, and what a step records of a request that waits for that. */
async function awaitPayer(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder & { readonly now: Date },
  { proposalId, changeRequestId, acceptedBy: by, note }: WaitingRaise,
  due: Money,
): Promise<{ readonly lapsesAt: Date; readonly record?: OrderChange['record'] }> {
  if (proposalId !== undefined) return readProposal(tx, locked.order, proposalId)
  const request = await getRequested(tx, locked.order, changeRequestId)
  return awaitPayment(deps, tx, locked, request, { by, note, due })
}

async function markApproved(
  { approvals }: FulfilmentDeps,
  tx: Tx,
  { companyId, approvalId }: WaitingRaise,
  now: Date,
  options: { readonly isMailed?: boolean } = {},
): Promise<void> {
  const request = await approvals.lockRequest(tx, companyId, approvalId)
  assert(request, `approval request ${approvalId} is gone`)
  await approvals.decide(tx, request, { to: 'APPROVED', by: undefined, ...options }, now)
}

/**
 * Participant: an approver refused the raise, or nobody decided in time. The order stays as it is. The buyer may decide again on the
 * proposal of a supplier; a change that the buyer requested is withdrawn.
 */
export async function refuseRaise(
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  { id: approvalId }: ApprovalRequest,
  { cause, reason, by }: Refusal & { readonly cause: 'REJECTED' | 'RETURNED' | 'EXPIRED' },
  now: Date,
): Promise<void> {
  const { order } = locked
  const raise = await getRaise(tx, order, approvalId)
  await markRaise(tx, raise, 'ENDED')
  const change = await changeBack(tx, { ...locked, now }, raise, by)
  await writeStep(
    tx,
    actor,
    locked,
    {
      ...change,
      details: { ...change.details, approvalId, outcome: cause },
      comment: reason,
      record: async (next, after) => {
        await change.record?.(next, after)
        await releaseRaise(tx, next, raise, cause, now)
      },
    },
    now,
  )
}

async function changeBack(
  tx: Tx,
  locked: LockedOrder & { readonly now: Date },
  { changeRequestId, proposalId }: WaitingRaise,
  by: string | undefined,
): Promise<OrderChange> {
  if (proposalId !== undefined) {
    return { kind: 'RAISE_ENDED', changed: [], details: { proposalId } }
  }
  const requested = await getRequested(tx, locked.order, changeRequestId)
  const ended = { ...requested, state: 'WITHDRAWN' as const, decidedBy: by, decidedAt: locked.now }
  return leaveRequested(tx, locked, ended, 'WITHDRAWN')
}

async function getRaise(tx: Tx, order: Order, approvalId: string): Promise<WaitingRaise> {
  const { companyId, id: orderId } = order
  const raise = await findWaitingRaise(tx, { companyId, orderId })
  assert(
    raise?.approvalId === approvalId && !raise.isApproved,
    `the raise of request ${approvalId} does not wait`,
  )
  return raise
}

async function getRequested(tx: Tx, order: Order, changeRequestId: string | undefined) {
  const requested =
    changeRequestId && (await findChangeRequest(tx, order.companyId, order.id, changeRequestId))
  assert(requested, `change request ${changeRequestId} of a raise is gone`)
  return requested
}
