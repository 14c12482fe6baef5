import { type Static, Type } from 'typebox'
import { decimalOf } from '#kernel/money'
import { type DataOf, defineEvent, type EventKind } from '#platform/outbox'
import type { Payment } from './payment.ts'
import type { Telling } from './step.ts'

const PaymentData = Type.Object({
  paymentId: Type.String(),
  orderId: Type.Optional(Type.String()),
  checkoutId: Type.Optional(Type.String()),
  amount: Type.String({
    description: 'A decimal string. Of a refund: what was refunded this time.',
  }),
  currency: Type.String(),
  method: Type.String({ description: '`card` or `invoice`.' }),
  reason: Type.Optional(Type.String()),
})

export type PaymentEventData = Static<typeof PaymentData>

const facts = { version: 1, entity: 'payment', public: true, data: PaymentData } as const

export const PaymentInitiated = defineEvent({ type: 'payment.initiated', ...facts })
export const PaymentAuthorized = defineEvent({ type: 'payment.authorized', ...facts })
export const PaymentSucceeded = defineEvent({ type: 'payment.succeeded', ...facts })
/** Also when the payment was given up: the reason says which. */
export const PaymentFailed = defineEvent({ type: 'payment.failed', ...facts })
export const PaymentRefunded = defineEvent({ type: 'payment.refunded', ...facts })

export const paymentEvents = [
  PaymentInitiated,
  PaymentAuthorized,
  PaymentSucceeded,
  PaymentFailed,
  PaymentRefunded,
] as const

type Kind = EventKind<DataOf<typeof PaymentInitiated>>

export const kindOf: Readonly<Record<Telling['what'], Kind>> = {
  authorized: PaymentAuthorized,
  succeeded: PaymentSucceeded,
  failed: PaymentFailed,
  refunded: PaymentRefunded,
}

export function announcement(payment: Payment, { amount, reason }: Omit<Telling, 'what'>) {
  return {
    paymentId: payment.id,
    ...(payment.orderId === null ? {} : { orderId: payment.orderId }),
    ...(payment.checkoutId === null ? {} : { checkoutId: payment.checkoutId }),
    amount: decimalOf(amount),
    currency: amount.currency,
    method: payment.method,
    ...(reason === undefined ? {} : { reason }),
  }
}
