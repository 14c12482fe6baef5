import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, ok } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { OrderProgressView, viewOrderProgress } from '../fulfilment/fulfilment-schemas.ts'

const CreditParams = Type.Object({
  orderId: Type.String({ maxLength: 64 }),
  creditId: Type.String({ maxLength: 64 }),
})

const RetryBody = record(
  'RetryCredit',
  'A note on why the refund is retried.',
  { note: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })) },
  { examples: [{ note: 'The provider says that it works again.' }] },
)

const PaidOtherwiseBody = record(
  'RecordCreditRefund',
  'A note on how the credit was refunded outside Purveyor.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description:
        'The way in which the money was refunded. The timeline shows this note, and the buyer can read it.',
    }),
  },
  { examples: [{ note: 'Transferred to the account of the buyer, reference 2026-0102.' }] },
)

const tags = ['Operations']
const fails = [
  'orders.order_not_found',
  'orders.credit_not_found',
  'orders.credit_not_refused',
  'orders.too_many_steps',
] as const

/** If a provider refuses to pay money back, operators decide how it goes back. */
export function creditDecisionRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/admin/orders/:orderId/credits/:creditId/retry',
    config: { access: 'operator', idempotency: 'transactional', fails: [...fails] },
    schema: {
      operationId: 'retryCredit',
      summary: 'Retry the refund of an order credit',
      description:
        'The credit is WAITING again. The service asks the provider within seconds, with the same number of attempts as before.',
      tags,
      params: CreditParams,
      body: RetryBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params, body, idempotency }) => {
      const document = await fulfilment.retryCredit(actor, { ...params, ...body, idempotency })
      return ok(viewOrderProgress(document))
    },
  })

  http.route({
    method: 'POST',
    url: '/admin/orders/:orderId/credits/:creditId/settle',
    config: {
      access: 'operator',
      stepUp: true,
      idempotency: 'transactional',
      fails: [...fails, 'orders.credit_held_up'],
    },
    schema: {
      operationId: 'settleCreditByHand',
      summary: 'Record the refund of an order credit',
      description:
        'Record a credit that was refunded outside Purveyor, such as by a bank transfer, once the money has left. The payment counts it as refunded, and it cannot be refunded again.',
      tags,
      params: CreditParams,
      body: PaidOtherwiseBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params, body, idempotency }) => {
      const paid = await fulfilment.payCreditOtherwise(actor, { ...params, ...body, idempotency })
      return ok(viewOrderProgress(paid))
    },
  })
}
