import type { Id } from '#kernel/id'
import { chargeReturned, PaymentDisputeClosed, PaymentRefunded } from '#modules/payments'
import { enqueue } from '#platform/jobs'
import { on, type Subscription } from '#platform/outbox'
import { GiveUpRefunded } from './credits/cancel-refunded-order.ts'
import { NoteRefunded } from './credits/note-refunded.ts'
import type { FulfilmentDeps } from './fulfilment/fulfilment-deps.ts'

/**
 * When all money of an order has gone back, its open goods are no longer paid for and are cancelled. When money went
 * back and the goods stay, the price of the order goes down by that amount.
 */
export function ordersSubscribers({
  payments,
}: Pick<FulfilmentDeps, 'payments'>): readonly Subscription[] {
  const orderOf = async (...[conn, companyId, paymentId]: Parameters<typeof payments.find>) => {
    const payment = await payments.find(conn, companyId, paymentId)
    return { orderId: payment?.orderId, isGone: payment?.state === 'REFUNDED' }
  }
  return [
    on([PaymentRefunded, PaymentDisputeClosed], {
      name: 'orders.give_up_refunded',
      poison: 'retried_slowly',
      record: async (tx, { companyId, data, occurredAt }) => {
        const { orderId, isGone } = await orderOf(tx, companyId as Id<'co'>, data.paymentId)
        if (!orderId || !isGone) return
        enqueue(tx, GiveUpRefunded, { companyId, orderId }, { now: occurredAt })
      },
    }),
    on([PaymentRefunded, PaymentDisputeClosed], {
      name: 'orders.note_refunded',
      poison: 'retried_slowly',
      record: async (tx, { type, companyId, data, occurredAt }) => {
        const isReturned = data.reason === chargeReturned
        if (type === PaymentDisputeClosed.type && !isReturned) return
        const { orderId } = await orderOf(tx, companyId as Id<'co'>, data.paymentId)
        if (!orderId) return
        enqueue(tx, NoteRefunded, { companyId, orderId, isReturned }, { now: occurredAt })
      },
    }),
  ]
}
