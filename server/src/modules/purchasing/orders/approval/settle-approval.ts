import type { ApprovalRequest } from '#modules/approvals'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { promiseCredit } from '../credits/settle-credits.ts'
import { computeCancellation, releasePieces } from '../fulfilment/cancel-lines.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { creditData, orderEvent } from '../fulfilment/fulfilment-events.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import { type LockedOrder, reveal, saveLines, saveOrder } from '../fulfilment/locked-order-store.ts'
import type { OrderLine } from '../order.ts'
import { listLines } from '../order-store.ts'
import { announceReceived } from '../supplier/to-suppliers.ts'
import { withoutCancelled } from '../supplier/without-cancelled.ts'
import { ApprovalReturned, OrderApproved, OrderRejected } from './approval-events.ts'

/**
 * Participant: places the order, and its suppliers see it. An order that was cancelled in the meantime stays as it is.
 */
export async function placeApproved(
  tx: Tx,
  { order }: LockedOrder,
  request: ApprovalRequest,
  now: Date,
): Promise<void> {
  if (order.state !== 'PENDING_APPROVAL') return
  const details = { approvalId: request.id, state: 'PLACED' }
  const placed = await saveOrder(
    tx,
    order,
    { ...order, state: 'PLACED' },
    { kind: 'APPROVED', actorId: undefined, details },
    now,
  )
  await reveal(tx, order)
  await emit(tx, OrderApproved, orderEvent(placed, now, { approvalId: request.id }))
  const { order: left, lines } = withoutCancelled(placed, await listLines(tx, order))
  const numbered = lines.map((line) => ({
    ...line,
    lineNumber: line.progress.lineNumber,
    backorder: backorderOf(line.progress),
  }))
  await announceReceived(tx, left, numbered, now)
}

/** Stock may have arrived while the order waited for its approval. */
function backorderOf({ waiting, promisedDate }: LineProgress): OrderLine['backorder'] {
  return waiting > 0n && promisedDate !== undefined ? { promisedDate } : undefined
}

export type Refusal = {
  readonly cause: 'REJECTED' | 'RETURNED' | 'EXPIRED' | 'PAYMENT_FAILED'
  readonly reason?: string | undefined
  /** Undefined if the deadline decided. */
  readonly by?: string | undefined
}

/** Participant: ends the order, frees its goods, and promises its money back in this transaction. */
export async function refuseOrder(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  request: ApprovalRequest,
  { cause, reason, by }: Refusal,
  now: Date,
): Promise<void> {
  const { order, lines } = locked
  if (order.state !== 'PENDING_APPROVAL') return
  const open = lines.map((line) => ({ line, quantity: openOf(line) }))
  const picked = open.filter(({ quantity }) => quantity > 0n)
  const { parts, changed, amount, ...shippingCosts } = computeCancellation(locked, picked)
  await saveLines(tx, order, changed)
  const facts = { approvalId: request.id, state: 'REJECTED', cause, ...creditData(amount) }
  const rejected = await saveOrder(
    tx,
    order,
    { ...order, state: 'REJECTED', ...shippingCosts },
    {
      kind: 'REJECTED',
      actorId: by,
      details: reason === undefined ? facts : { ...facts, comment: reason },
    },
    now,
  )
  await promiseCredit(deps, tx, order, { kind: 'CANCELLATION', amount, by: by ?? 'system' }, now)
  await releasePieces(deps, tx, order, picked, { parts, amount }, now)
  if (by === undefined) auditRefusal(tx, order.companyId, order.id, facts, now)
  const data = {
    approvalId: request.id,
    cause,
    credit: creditData(amount),
    ...(reason === undefined ? {} : { reason }),
  }
  await emit(tx, OrderRejected, orderEvent(rejected, now, data))
  if (cause === 'RETURNED') {
    const returned = { approvalId: request.id, comment: reason ?? '' }
    await emit(tx, ApprovalReturned, orderEvent(rejected, now, returned))
  }
}

/** If a person refused, their audit entry exists already. */
function auditRefusal(
  tx: Tx,
  companyId: LockedOrder['order']['companyId'],
  orderId: string,
  details: Readonly<Record<string, string>>,
  now: Date,
): void {
  recordAudit(tx, {
    companyId,
    actor: undefined,
    action: 'orders.order_given_up',
    target: { type: 'order', id: orderId },
    outcome: 'done',
    details,
    now,
  })
}
