import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok } from '#platform/http'
import type { Checkout } from '../service.ts'
import { UnorderedView, viewUnordered } from './unordered-schemas.ts'

const PaymentParams = Type.Object({ paymentId: Type.String({ maxLength: 64 }) })

const RetryBody = record(
  'RetryUnorderedPayment',
  'No fields: the address names the payment.',
  {},
  { additionalProperties: false, examples: [{}] },
)

const PaidOtherwiseBody = record(
  'RecordUnorderedRefund',
  'A note on how the payment was refunded outside Purveyor.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description:
        'The way in which the money was refunded. The payment shows this note, and the payer can read it.',
    }),
  },
  { examples: [{ note: 'Transferred to the account of the buyer, reference 2026-0102.' }] },
)

const tags = ['Operations']
const fails = [
  'payments.payment_not_found',
  'checkout.refund_not_found',
  'checkout.refund_not_refused',
] as const

/** Money that bought nothing, and what operators do if the provider refuses to pay it back. */
export function unorderedRoutes(http: Http, checkout: Checkout): void {
  http.route({
    method: 'POST',
    url: '/admin/orders/checkout/refunds/:paymentId/retry',
    config: { access: 'operator', idempotency: 'transactional', fails: [...fails] },
    schema: {
      operationId: 'retryUnorderedPayment',
      summary: 'Retry the refund of a payment without an order',
      description:
        'The payment is WAITING again. The service asks the provider within seconds, with the same number of attempts as before.',
      tags,
      params: PaymentParams,
      body: RetryBody,
      response: answers(UnorderedView),
    },
    handler: async ({ actor, params: { paymentId }, idempotency }) =>
      ok(viewUnordered(await checkout.retryUnordered(actor, { paymentId, idempotency }))),
  })

  http.route({
    method: 'POST',
    url: '/admin/orders/checkout/refunds/:paymentId/settle',
    config: {
      access: 'operator',
      stepUp: true,
      idempotency: 'transactional',
      fails: [...fails, 'checkout.refund_held_up'],
    },
    schema: {
      operationId: 'settleUnorderedPayment',
      summary: 'Record the refund of a payment without an order',
      description:
        'Record a payment that was refunded outside Purveyor, such as by a bank transfer, once the money has left. The payment counts it as refunded, and it cannot be refunded again.',
      tags,
      params: PaymentParams,
      body: PaidOtherwiseBody,
      response: answers(UnorderedView),
    },
    handler: async ({ actor, params: { paymentId }, body: { note }, idempotency }) => {
      const decision = { paymentId, note, idempotency }
      return ok(viewUnordered(await checkout.payUnorderedOtherwise(actor, decision)))
    },
  })
}
