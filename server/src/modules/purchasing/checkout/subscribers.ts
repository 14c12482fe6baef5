import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import type { PaymentState } from '#modules/orders'
import {
  capturedAfterEnd,
  type Payment,
  PaymentAuthorized,
  PaymentDisputeClosed,
  PaymentDisputed,
  PaymentFailed,
  PaymentRefunded,
  PaymentReopened,
  PaymentRepaid,
  PaymentSucceeded,
  PaymentVoided,
} from '#modules/payments'
import type { Tx } from '#platform/db'
import { defineJob, handle } from '#platform/jobs'
import { type DataOf, type LoggedEvent, on, type Subscription } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import type { CheckoutDeps } from './deps.ts'
import { noteUnordered } from './refunding/note-unordered.ts'
import { findAttemptByPayment, makeDueByPayment } from './store.ts'

/** Rings when an attempt has become due early. */
export const dueTopic = 'checkout.attempt_due'

/** Rings when a payment bought nothing. */
export const unorderedTopic = 'checkout.unordered_payment'

/** In the previous release this was a job: each job that is left becomes a row, and the row is settled. */
const RefundUnordered = defineJob({
  name: 'checkout.refund_unordered_payment',
  payload: Type.Object({ companyId: Type.String(), paymentId: Type.String() }),
  leaseSeconds: 60,
  attemptsMax: 10_000,
  poison: 'retried_slowly',
})

/** Events that may change the payment state of an order. */
const orderPaymentEvents = [
  PaymentSucceeded,
  PaymentRefunded,
  PaymentDisputeClosed,
  PaymentFailed,
  PaymentRepaid,
  PaymentReopened,
] as const

/**
 * Reads payment events. An attempt that waits for its payment becomes due; one that ended without an order and was paid
 * all the same gets its money back; an order gets its new payment state.
 */
export function checkoutSubscribers(deps: CheckoutDeps): readonly Subscription[] {
  return [
    on([PaymentAuthorized, PaymentSucceeded, PaymentFailed, PaymentVoided], {
      name: 'checkout.resume_on_payment',
      poison: 'retried_slowly',
      // An order on net terms exists when its payment does: nothing waits for the event.
      concerns: ({ data }) => data.method !== 'invoice',
      record: async (tx, { companyId, data }) => {
        const isWaiting = await makeDueByPayment(tx, companyId, data.paymentId, deps.now())
        if (isWaiting) ringAfterCommit(tx, dueTopic)
      },
    }),
    on(PaymentSucceeded, {
      name: 'checkout.refund_unordered_payment',
      poison: 'retried_slowly',
      concerns: ({ data }) => data.orderId === undefined || data.reason === capturedAfterEnd,
      record: async (tx, { companyId, data, occurredAt }) => {
        if (!(await isPaidForNothing(deps, tx, companyId, data))) return
        await noteUnordered(deps, tx, companyId, data.paymentId, occurredAt)
        ringAfterCommit(tx, unorderedTopic)
      },
    }),
    on([PaymentDisputed, PaymentDisputeClosed], {
      name: 'checkout.tell_order_of_dispute',
      concerns: ({ data }) => data.orderId !== undefined,
      record: async (tx, { type, companyId, data, occurredAt }) => {
        const { orderId, paymentId, reason } = data
        if (!orderId) return
        const kind = type === PaymentDisputed.type ? 'PAYMENT_DISPUTED' : 'PAYMENT_DISPUTE_CLOSED'
        const { amount, currency } = data.amount
        const details = { paymentId, amount, currency, ...(reason && { reason }) }
        await deps.orders.noteOnTimeline(tx, companyId, orderId, { kind, details }, occurredAt)
      },
    }),
    on(orderPaymentEvents, {
      name: 'checkout.tell_order_of_payment',
      poison: 'retried_slowly',
      concerns: ({ type, data }) => data.orderId !== undefined || type === PaymentRepaid.type,
      record: (tx, event) => updateOrderPayment(deps, tx, event),
    }),
    // A subscription of its own, because an older release that runs at the same time skips events that it does not
    // know.
    on(PaymentVoided, {
      name: 'checkout.tell_order_of_voided_payment',
      poison: 'retried_slowly',
      concerns: ({ data }) => data.orderId !== undefined,
      record: (tx, event) => updateOrderPayment(deps, tx, event),
    }),
  ]
}

async function updateOrderPayment(
  deps: CheckoutDeps,
  tx: Tx,
  { type, companyId, data, occurredAt }: LoggedEvent<DataOf<typeof PaymentVoided>>,
): Promise<void> {
  if (!data.orderId && type !== PaymentRepaid.type) return
  const payment = await deps.payments.find(tx, companyId as Id<'co'>, data.paymentId)
  // A payment that the company's own money covers is repaid before it has its order.
  const orderId = payment?.orderId ?? data.orderId
  const own = orderStateAfter(payment, type)
  if (!orderId || !own) return
  const to = await stateOfAll(deps, tx, companyId, orderId, own)
  const { amount, currency } = data.amount
  const details = { paymentId: data.paymentId, amount, currency }
  const change = { to, isOnTerms: payment?.method === 'invoice', details }
  await deps.orders.notePaymentState(tx, companyId, orderId, change, occurredAt)
}

/** An order that was paid in several payments is REFUNDED when all of them are. */
async function stateOfAll(
  { payments }: CheckoutDeps,
  tx: Tx,
  companyId: string,
  orderId: string,
  own: PaymentState,
): Promise<PaymentState> {
  const all = await payments.listOfOrder(tx, companyId, orderId)
  if (all.length < 2 || all.every(({ state }) => state === 'REFUNDED')) return own
  return all.some(({ state }) => state.endsWith('REFUNDED')) ? 'PARTIALLY_REFUNDED' : own
}

/** Recording it twice is harmless: there is one row for each payment. */
export function checkoutJobs(deps: CheckoutDeps) {
  return [
    handle(RefundUnordered, ({ companyId, paymentId }) =>
      deps.database.transaction((tx) => noteUnordered(deps, tx, companyId, paymentId, deps.now())),
    ),
  ]
}

/**
 * Money whose hold had been released was captured all the same: an order that goes on keeps it, and an order that has
 * ended gives it back.
 */
async function isPaidForNothing(
  { orders }: CheckoutDeps,
  tx: Tx,
  companyId: string,
  { paymentId, orderId }: { readonly paymentId: string; readonly orderId?: string },
): Promise<boolean> {
  if (orderId === undefined) {
    const attempt = await findAttemptByPayment(tx, companyId, paymentId)
    return attempt?.state === 'FAILED'
  }
  const document = await orders.find(tx, companyId, orderId)
  const state = document?.order.state
  return state === 'CANCELLED' || state === 'REJECTED'
}

/**
 * Reads the payment as it is now, not the event: events may be read late, and the latest state counts. A capture on net
 * terms charges the account: the order is paid when the company has repaid it, until the repayment is reversed.
 */
function orderStateAfter(
  payment: Payment | undefined,
  eventType: string,
): PaymentState | undefined {
  if (payment?.state === 'REFUNDED' || payment?.state === 'PARTIALLY_REFUNDED') return payment.state
  if (payment?.state === 'VOIDED') return payment.state
  if (payment?.method === 'invoice') {
    if (eventType === PaymentReopened.type) return 'UNPAID'
    return eventType === PaymentRepaid.type ? 'PAID' : undefined
  }
  return payment?.state === 'FAILED' ? 'FAILED' : 'PAID'
}
