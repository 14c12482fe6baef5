import type { Id } from '#kernel/id'
import {
  chargeReturned,
  PaymentAuthorized,
  PaymentDisputeClosed,
  PaymentFailed,
  PaymentRefunded,
  PaymentSucceeded,
  PaymentVoided,
} from '#modules/payments'
import { enqueue } from '#platform/jobs'
import { on, type Subscription } from '#platform/outbox'
import { GiveUpRefunded } from './credits/cancel-refunded-order.ts'
import { NoteRefunded } from './credits/note-refunded.ts'
import type { FulfilmentDeps } from './fulfilment/fulfilment-deps.ts'
import { SettleSupplement } from './supplements/settle-supplement-job.ts'
import { findSupplement } from './supplements/supplement-store.ts'

/**
 * When all money of an order has gone back, its open goods are no longer paid for and are cancelled. When money went
 * back and the goods stay, the price of the order goes down by that amount. When a payment for a change of an order has an outcome,
 * the change binds or its payment ends.
 */
export function ordersSubscribers({
  payments,
}: Pick<FulfilmentDeps, 'payments'>): readonly Subscription[] {
  const orderOf = async (...[conn, companyId, paymentId]: Parameters<typeof payments.find>) => {
    const payment = await payments.find(conn, companyId, paymentId)
    const orderId = payment?.orderId
    const all = orderId ? await payments.listOfOrder(conn, companyId, orderId) : []
    return { orderId, isGone: all.every(({ state }) => state === 'REFUNDED') }
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
    on([PaymentAuthorized, PaymentSucceeded, PaymentFailed, PaymentVoided], {
      name: 'orders.settle_supplement',
      poison: 'retried_slowly',
      concerns: ({ data }) => data.checkoutId === undefined && data.orderId === undefined,
      record: async (tx, { companyId, data: { paymentId }, occurredAt }) => {
        const isSupplement = (await findSupplement(tx, companyId, paymentId)) !== undefined
        if (isSupplement)
          enqueue(tx, SettleSupplement, { companyId, paymentId }, { now: occurredAt })
      },
    }),
  ]
}
