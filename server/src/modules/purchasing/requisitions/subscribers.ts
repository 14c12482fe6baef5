import { OrderApproved, OrderCancelled, OrderRejected } from '#modules/orders'
import type { Tx } from '#platform/db'
import { on, type Subscription } from '#platform/outbox'
import { moveRequisition, moveToOrdered } from './move-requisitions.ts'
import type { Requisition } from './requisition.ts'
import { lockRequisition } from './requisition-store.ts'

/** A requisition that waits for the approval of its order follows that order. Any other is left alone, also when an event comes again. */
export function requisitionSubscribers(): readonly Subscription[] {
  return [
    on(OrderApproved, {
      name: 'requisitions.follow_approved_order',
      record: async (tx, { companyId, data, occurredAt: now }) => {
        const waiting = await lockWaiting(tx, companyId, data.orderId)
        if (waiting) await moveToOrdered(tx, waiting, { actor: undefined, now })
      },
    }),
    on(OrderRejected, {
      name: 'requisitions.follow_rejected_order',
      record: async (tx, { companyId, data, occurredAt: now }) => {
        const waiting = await lockWaiting(tx, companyId, data.orderId)
        if (!waiting) return
        const to = data.cause === 'REJECTED' ? 'REJECTED' : 'RETURNED'
        const comment = data.reason?.slice(0, 2000) || undefined
        await moveRequisition(tx, waiting, { to, actor: undefined, comment, now })
      },
    }),
    on(OrderCancelled, {
      name: 'requisitions.follow_cancelled_order',
      concerns: ({ data }) => data.state === 'CANCELLED',
      record: async (tx, { companyId, data, occurredAt: now }) => {
        const waiting = await lockWaiting(tx, companyId, data.orderId)
        if (waiting) await moveRequisition(tx, waiting, { to: 'RETURNED', actor: undefined, now })
      },
    }),
  ]
}

async function lockWaiting(
  tx: Tx,
  companyId: string,
  orderId: string,
): Promise<Requisition | undefined> {
  const found = await lockRequisition(tx, companyId, { orderId })
  return found?.state === 'IN_APPROVAL' ? found : undefined
}
