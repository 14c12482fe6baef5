import { type Static, Type } from 'typebox'
import { withDescription } from '#kernel/record'
import { type DataOf, defineEvent, type EventKind, MoneyData, moneyData } from '#platform/outbox'
import type { Payment } from './payment.ts'
import type { StepEvent } from './step.ts'

const paymentFields = {
  paymentId: Type.String(),
  orderId: Type.Optional(Type.String()),
  checkoutId: Type.Optional(Type.String()),
  amount: withDescription(MoneyData, 'The amount refunded this time, or the amount in dispute.'),
  method: Type.String({ description: '`card` or `invoice`.' }),
  reason: Type.Optional(Type.String()),
}

const dataOf = (description: string) => Type.Object(paymentFields, { description })

export type PaymentEventData = Static<ReturnType<typeof dataOf>>

const example: PaymentEventData = {
  paymentId: 'pay_01m7xb82dw3khw78phh28dvacd',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  checkoutId: 'chk_01m7xb82dw3khw78phh28dvacd',
  amount: { amount: '592.62', currency: 'EUR' },
  method: 'card',
}

const facts = { version: 2, entity: 'payment', public: true, example } as const

export const PaymentInitiated = defineEvent({
  ...facts,
  type: 'payment.initiated',
  data: dataOf('A payment exists, and no money was promised or taken yet.'),
})
export const PaymentAuthorized = defineEvent({
  ...facts,
  type: 'payment.authorized',
  data: dataOf('The amount is held on the card, or promised on net terms.'),
})
export const PaymentSucceeded = defineEvent({
  ...facts,
  type: 'payment.succeeded',
  data: dataOf(
    'The amount was taken, or charged to the account of the company. `reason` is `captured_after_end` if the payment had ended without money before. It is then refunded, unless an open order needs it.',
  ),
})
export const PaymentFailed = defineEvent({
  ...facts,
  type: 'payment.failed',
  data: dataOf(
    'The payer, the bank or the provider refused the payment, for the `reason` it gives. No money was taken.',
  ),
  example: { ...example, reason: 'declined' },
})
export const PaymentVoided = defineEvent({
  ...facts,
  type: 'payment.voided',
  data: dataOf(
    'The payment was cancelled before any money was taken: by the buyer, an operator or the platform, or because nobody paid in time. `reason` says which. What was held is released.',
  ),
  example: { ...example, reason: 'cancelled' },
})
export const PaymentRefunded = defineEvent({
  ...facts,
  type: 'payment.refunded',
  data: dataOf(
    'Money went back to the payer: all of it, or a part. `reason` is `paid_otherwise` if an operator refunded it outside the provider.',
  ),
  example: { ...example, amount: { amount: '296.31', currency: 'EUR' } },
})

export const PaymentDisputed = defineEvent({
  ...facts,
  type: 'payment.disputed',
  data: dataOf(
    'The holder of the card has asked the bank to return the money, for the `reason` that the provider names. No money has moved yet.',
  ),
  example: { ...example, reason: 'product_not_received' },
})

export const PaymentDisputeClosed = defineEvent({
  ...facts,
  type: 'payment.dispute_closed',
  data: dataOf(
    'The bank has decided about a disputed payment. `reason` is `won` if the money stays, `lost` if the bank has taken `amount` back, and `returned` if it has returned a lost `amount`.',
  ),
  example: { ...example, reason: 'lost' },
})

export const PaymentRepaid = defineEvent({
  ...facts,
  type: 'payment.repaid',
  data: dataOf(
    'Net terms: the company has paid what this payment owed. The oldest are paid first.',
  ),
  example: { ...example, method: 'invoice' },
})

export const PaymentReopened = defineEvent({
  ...facts,
  type: 'payment.reopened',
  data: dataOf(
    'Net terms: a repayment of this payment was reversed. `amount` is what it owes again.',
  ),
  example: { ...example, method: 'invoice' },
})

export const paymentEvents = [
  PaymentInitiated,
  PaymentAuthorized,
  PaymentSucceeded,
  PaymentFailed,
  PaymentVoided,
  PaymentRefunded,
  PaymentDisputed,
  PaymentDisputeClosed,
  PaymentRepaid,
  PaymentReopened,
] as const

type Kind = EventKind<DataOf<typeof PaymentInitiated>>

export const kindOf: Readonly<Record<StepEvent['what'], Kind>> = {
  authorized: PaymentAuthorized,
  succeeded: PaymentSucceeded,
  failed: PaymentFailed,
  voided: PaymentVoided,
  refunded: PaymentRefunded,
  disputed: PaymentDisputed,
  dispute_closed: PaymentDisputeClosed,
}

export function announcement(payment: Payment, { amount, reason }: Omit<StepEvent, 'what'>) {
  return {
    paymentId: payment.id,
    ...(payment.orderId === null ? {} : { orderId: payment.orderId }),
    ...(payment.checkoutId === null ? {} : { checkoutId: payment.checkoutId }),
    amount: moneyData(amount),
    method: payment.method,
    ...(reason === undefined ? {} : { reason }),
  }
}
