import { RefundView, readAmount, refundExample, viewRefund } from '#modules/payments'
import { answers, type Http, IdempotencyHeaders, ok } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { OrderParams } from '../fulfilment/fulfilment-schemas.ts'
import {
  AnswerBody,
  GrantRefundBody,
  readAnswer,
  SuppliedOrderView,
  viewSuppliedOrder,
} from './supplier-schemas.ts'

export function supplierRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'GET',
    url: '/api/v1/supplier/orders/:orderId',
    config: { access: 'orders:read', fails: ['orders.order_not_found'] },
    schema: {
      operationId: 'getSuppliedOrder',
      tags: ['Orders'],
      summary: 'Get an order that your company supplies',
      params: OrderParams,
      response: answers(SuppliedOrderView),
    },
    handler: async ({ actor, params }) =>
      ok(viewSuppliedOrder(await fulfilment.getSupplied(actor, params.orderId))),
  })

  answerRoute(http, fulfilment)
  refundRoute(http, fulfilment)
}

function answerRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/supplier/orders/:orderId/response',
    config: {
      access: 'orders:write',
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.not_the_supplier',
        'orders.order_not_open',
        'orders.order_held',
        'orders.automations_pending',
        'orders.line_not_found',
        'orders.line_repeated',
        'orders.quantity_exceeds_open',
        'orders.quantity_not_whole',
        'orders.nothing_answered',
        'orders.change_requested',
        'orders.promised_date_past',
        'orders.price_not_changeable',
        'orders.price_invalid',
        'orders.substitute_unfit',
        'orders.raise_not_covered',
        'orders.quantity_above_ordered',
        'orders.quantity_below_shipped',
        'orders.too_many_steps',
      ],
    },
    schema: {
      operationId: 'answerOrder',
      tags: ['Orders'],
      summary: 'Answer lines of an order',
      description:
        'Accepts lines that your company supplies, with the day on which they arrive, changes them, or rejects them. Accepted lines become confirmed. Accept a line again to promise another day. A change within the tolerances of the buyer and a lower price are taken at once. Any other change, also a later day of an accepted line, is a proposal: the buyer accepts or refuses it. The open goods of rejected lines are cancelled, and the buyer gets the money back.',
      params: OrderParams,
      body: AnswerBody,
      response: answers(SuppliedOrderView),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }) => {
      const lines = body.lines.map(readAnswer)
      const input = { ...body, lines, orderId, idempotency }
      return ok(viewSuppliedOrder(await fulfilment.answer(actor, input)))
    },
  })
}

function refundRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/supplier/orders/:orderId/refunds',
    config: {
      access: 'payments:write',
      stepUp: true,
      idempotency: 'required',
      fails: [
        'orders.order_not_found',
        'orders.line_not_found',
        'orders.nothing_to_refund',
        'payments.not_refundable',
        'payments.amount_invalid',
        'payments.currency_mismatch',
        'payments.refund_exceeds_captured',
        'payments.refund_exceeds_part',
        'payments.refund_refused',
      ],
    },
    schema: {
      operationId: 'grantRefund',
      tags: ['Orders'],
      summary: 'Grant a refund',
      description:
        'Refunds money for your own lines of the order. The goods stay with the buyer. The service reduces the price of the line that you name, or of everything that your company supplies of the order. Your company issues a credit note for goods that are already shipped. A refund that is PENDING in the answer continues automatically.',
      headers: IdempotencyHeaders,
      params: OrderParams,
      body: GrantRefundBody,
      response: answers(RefundView, { status: 201, examples: [refundExample] }),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }, reply) => {
      const amount = readAmount(body.amount)
      if (!amount) throw new Error('an amount is required')
      const { lineNumber, reason } = body
      const input = { orderId, lineNumber, amount, reason, idempotency }
      const { refund } = await fulfilment.grantRefund(actor, input)
      return reply.code(201).send(ok(viewRefund(refund)))
    },
  })
}
