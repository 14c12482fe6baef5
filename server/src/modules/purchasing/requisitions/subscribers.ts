import { ApprovalReduced, OrderApproved, OrderCancelled, OrderRejected } from '#modules/orders'
import type { Tx } from '#platform/db'
import { on, type Subscription } from '#platform/outbox'
import { listLines, updateLineOrders } from './line-store.ts'
import { followLines, moveRequisition, tellPartlyOrdered } from './move-requisitions.ts'
import { type LineState, newestOrder } from './requisition.ts'
import { lockRequisitionOfOrder, updateRequisition } from './requisition-store.ts'

/** The lines that wait for the approval of an order follow that order. All others stay, also when an event comes again. */
export function requisitionSubscribers(): readonly Subscription[] {
  return [
    on(OrderApproved, {
      name: 'requisitions.follow_approved_order',
      record: (tx, { companyId, data: { orderId }, occurredAt: now }) =>
        followOrder(tx, companyId, { orderId, lines: 'ORDERED', now }),
    }),
    on(ApprovalReduced, {
      name: 'requisitions.follow_reduced_order',
      record: (tx, { companyId, data: { orderId, removedLines = [] }, occurredAt: now }) =>
        cancelRemovedLines(tx, companyId, { orderId, removedLines, now }),
    }),
    on(OrderRejected, {
      name: 'requisitions.follow_rejected_order',
      record: (tx, { companyId, data: { orderId, cause, reason }, occurredAt: now }) => {
        const lines = cause === 'REJECTED' ? 'CANCELLED' : 'OPEN'
        const comment = reason?.slice(0, 2000) || undefined
        return followOrder(tx, companyId, { orderId, lines, comment, now })
      },
    }),
    on(OrderCancelled, {
      name: 'requisitions.follow_cancelled_order',
      concerns: ({ data }) => data.state === 'CANCELLED',
      record: (tx, { companyId, data: { orderId }, occurredAt: now }) =>
        followOrder(tx, companyId, { orderId, lines: 'OPEN', now }),
    }),
  ]
}

type Removal = {
  readonly orderId: string
  /** The numbers of the lines that an approver removed from the order. */
  readonly removedLines: readonly number[]
  readonly now: Date
}

/** The order has its lines in the order of the requisition. Those that an approver removed stay numbered. */
async function cancelRemovedLines(
  tx: Tx,
  companyId: string,
  { orderId, removedLines, now }: Removal,
): Promise<void> {
  if (removedLines.length === 0) return
  const requisition = await lockRequisitionOfOrder(tx, companyId, orderId)
  if (!requisition) return
  const inOrder = (await listLines(tx, requisition)).filter(({ order }) => order?.id === orderId)
  const removed = removedLines.flatMap((number) => inOrder[number - 1] ?? [])
  const waiting = removed.filter(({ state }) => state === 'IN_APPROVAL')
  const [first] = waiting
  if (!first) return
  const lineIds = waiting.map(({ id }) => id)
  await updateLineOrders(tx, requisition, lineIds, { state: 'CANCELLED', order: first.order })
  await updateRequisition(tx, { ...requisition, version: requisition.version + 1, changedAt: now })
}

type Outcome = {
  readonly orderId: string
  /** What the lines of the order become. OPEN: they may become another order. */
  readonly lines: Exclude<LineState, 'IN_APPROVAL'>
  readonly comment?: string | undefined
  readonly now: Date
}

async function followOrder(tx: Tx, companyId: string, outcome: Outcome): Promise<void> {
  const { orderId, lines: state, comment, now } = outcome
  const requisition = await lockRequisitionOfOrder(tx, companyId, orderId)
  if (!requisition) return
  const lines = await listLines(tx, requisition)
  const waiting = lines.filter((line) => line.state === 'IN_APPROVAL' && line.order?.id === orderId)
  const [first] = waiting
  if (!first) return
  const lineIds = waiting.map(({ id }) => id)
  const order = state === 'OPEN' ? undefined : first.order
  await updateLineOrders(tx, requisition, lineIds, { state, order })
  const how = { actor: undefined, orderId, comment, now }
  const followed = await listLines(tx, requisition)
  const current = { ...requisition, order: newestOrder(followed) }
  if (current.state === 'RETURNED') {
    // Its requester goes on with the open lines.
    const next = { ...current, version: current.version + 1, changedAt: now }
    await updateRequisition(tx, next)
    await tellPartlyOrdered(tx, next, followed, orderId)
  } else if (state === 'OPEN') {
    await moveRequisition(tx, current, { ...how, to: 'RETURNED' })
  } else {
    await followLines(tx, current, { ...how, ifAllCancelled: 'REJECTED' })
  }
}
