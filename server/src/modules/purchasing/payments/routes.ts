import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, IdempotencyHeaders, ok, type Routes } from '#platform/http'
import {
  CaptureBody,
  PaymentDetailView,
  PaymentParams,
  PaymentView,
  RefundAnswerView,
  RefundBody,
  readAmount,
  viewPayment,
  viewPaymentDetail,
  viewRefundAnswer,
} from './schemas.ts'
import type { Payments } from './service.ts'

/** The path to which a provider sends its events. */
export function providerEventsPath(provider: string): string {
  return `/payments/providers/${provider}/events`
}

export function paymentsRoutes(payments: Payments): Routes {
  return async (http) => {
    readingRoutes(http, payments)
    changingRoutes(http, payments)
    refundRoute(http, payments)
    eventRoute(http, payments)
  }
}

function readingRoutes(http: Http, payments: Payments): void {
  http.route({
    method: 'GET',
    url: '/api/v1/payments/:paymentId',
    config: { access: 'payments:read', unitsToo: true, fails: ['payments.payment_not_found'] },
    schema: {
      operationId: 'getPayment',
      summary: 'Get a payment',
      params: PaymentParams,
      response: answers(PaymentDetailView),
    },
    handler: async ({ actor, params }) => {
      const payment = await payments.get(actor, params.paymentId)
      const [owing, dues, refunds, disputes, ledger] = await Promise.all([
        payments.owing(payment.companyId, [payment]),
        payments.duesOf(payment),
        payments.refundsOf(payment),
        payments.disputesOf(payment),
        payments.ledgerOf(payment),
      ])
      const history = { dues, refunds, disputes, ledger }
      return ok(
        viewPaymentDetail(
          owing[0] ?? { payment, debt: undefined, orderNumber: undefined },
          history,
        ),
      )
    },
  })
}

function changingRoutes(http: Http, payments: Payments): void {
  http.route({
    method: 'POST',
    url: '/api/v1/payments/:paymentId/capture',
    config: {
      access: 'payments:write',
      fails: [
        'payments.payment_not_found',
        'payments.not_capturable',
        'payments.amount_exceeds_authorized',
        'payments.amount_invalid',
        'payments.currency_mismatch',
        'payments.capture_below_order',
        'payments.order_not_placed',
        'payments.provider_unavailable',
      ],
    },
    schema: {
      operationId: 'capturePayment',
      summary: 'Capture a payment',
      description:
        'Captures the whole amount or less, once. The rest is released. On net terms it is charged to the credit account of the company. The payment of an order must be captured as a whole, and not before the order is placed.',
      params: PaymentParams,
      body: CaptureBody,
      response: answers(PaymentView),
    },
    handler: async ({ actor, params, body }) => {
      const { companyId, id } = await payments.get(actor, params.paymentId)
      const amount = readAmount(body?.amount)
      return ok(viewPayment(await payments.capture(companyId, id, amount, actor)))
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/payments/:paymentId/void',
    config: {
      access: 'payments:write',
      stepUp: true,
      fails: [
        'payments.payment_not_found',
        'payments.not_voidable',
        'payments.belongs_to_order',
        'payments.provider_unavailable',
      ],
    },
    schema: {
      operationId: 'voidPayment',
      summary: 'Void a payment',
      description:
        'This is possible before the payment is captured. To void the payment of an order, cancel the order.',
      params: PaymentParams,
      response: answers(PaymentView),
    },
    handler: async ({ actor, params }) => {
      const { companyId, id } = await payments.get(actor, params.paymentId)
      return ok(viewPayment(await payments.void(companyId, id, actor)))
    },
  })
}

function refundRoute(http: Http, payments: Payments): void {
  http.route({
    method: 'POST',
    url: '/api/v1/payments/:paymentId/refunds',
    config: {
      access: 'payments:write',
      stepUp: true,
      idempotency: 'required',
      fails: [
        'payments.payment_not_found',
        'payments.not_refundable',
        'payments.belongs_to_order',
        'payments.order_not_placed',
        'payments.amount_invalid',
        'payments.currency_mismatch',
        'payments.refund_exceeds_captured',
        'payments.refund_purpose_required',
        'payments.refund_part_unknown',
        'payments.refund_exceeds_part',
        'payments.refund_refused',
      ],
    },
    schema: {
      operationId: 'refundPayment',
      summary: 'Refund a payment',
      description:
        'Refunds everything that is left, or a part of it. For the payment of an order, a company can refund at most what the order no longer costs. Cancel or return its goods instead: their money is refunded automatically. Operators who are people can refund everything. An amount without a cancellation or a return behind it reduces the price of the line, or of the part of the supplier, that `for` names. The supplier issues a credit note for shipped goods, and budgets get the amount back. You can leave out `for` if you refund everything that is left, or if one supplier sells the whole order. A refund that is PENDING in the answer continues automatically: read the payment to see how it ends.',
      headers: IdempotencyHeaders,
      params: PaymentParams,
      body: RefundBody,
      response: answers(RefundAnswerView, { status: 201 }),
    },
    handler: async ({ actor, params, body, idempotency }, reply) => {
      const { companyId, id: paymentId } = await payments.get(actor, params.paymentId)
      const amount = readAmount(body?.amount)
      const reason = body?.reason
      const purpose = body?.for
      const input = {
        companyId,
        paymentId,
        ...(amount && { amount }),
        ...(reason && { reason }),
        ...(purpose && { purpose }),
      }
      const answer = await payments.refund(actor, input, idempotency)
      return reply.code(201).send(ok(viewRefundAnswer(answer)))
    },
  })
}

function eventRoute(http: Http, payments: Payments): void {
  http.route({
    method: 'POST',
    url: providerEventsPath(':provider'),
    config: {
      access: 'signed',
      fails: [
        'payments.provider_unknown',
        'payments.event_signature_invalid',
        'payments.provider_unavailable',
      ],
    },
    bodyLimit: 262_144,
    schema: {
      operationId: 'receivePaymentEvent',
      summary: 'Receive a payment event',
      description:
        'Receives events of payment providers. The provider signs each event in its own way.',
      params: Type.Object({ provider: Type.String({ maxLength: 40 }) }),
      response: answers(
        record('ProviderEventReceived', 'The event of the provider was received.', {
          received: Type.Literal(true),
        }),
        {
          examples: [{ received: true }],
        },
      ),
    },
    handler: async ({ params, rawBody, headers }) => {
      await payments.receiveEvent({ provider: params.provider, rawBody, headers })
      return ok({ received: true as const })
    },
  })
}
