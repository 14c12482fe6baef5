import { Type } from 'typebox'
import { answers, type Http, ok } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import {
  OrderParams,
  OrderProgressView,
  viewOrderProgress,
} from '../fulfilment/fulfilment-schemas.ts'
import { raiseFails } from '../raises/raise-fails.ts'
import { SuppliedOrderView, viewSuppliedOrder } from '../supplier/supplier-schemas.ts'
import {
  DecideChangeRequestBody,
  PayChangeRequestBody,
  RequestChangeBody,
  readWish,
} from './change-request-schemas.ts'

const Id = Type.String({ maxLength: 64 })
const params = Type.Object({ orderId: Id, changeRequestId: Id })

const fails = [
  'orders.order_not_found',
  'orders.change_request_not_found',
  'orders.change_request_already_decided',
  'orders.too_many_steps',
] as const

export function changeRequestRoutes(http: Http, fulfilment: Fulfilment): void {
  requestRoute(http, fulfilment)
  withdrawRoute(http, fulfilment)
  payRoute(http, fulfilment)
  supplierDecisionRoutes(http, fulfilment)
}

function requestRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/changes',
    config: {
      access: 'orders:write',
      unitsToo: true,
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.not_the_buyer',
        'orders.order_not_open',
        'orders.line_not_found',
        'orders.line_repeated',
        'orders.quantity_exceeds_open',
        'orders.quantity_not_whole',
        'orders.several_suppliers',
        'orders.change_proposed',
        'orders.change_already_requested',
        'orders.quantity_below_shipped',
        'orders.requested_date_past',
        'orders.nothing_changed',
        'orders.line_partly_shipped',
        'orders.parcel_divided',
        'orders.address_costs_otherwise',
        'orders.postal_code_invalid',
        'orders.too_many_deliveries',
        'orders.too_many_steps',
        'orders.stock_short',
        'orders.order_without_payment',
        'approvals.no_approver',
        'approvals.too_many_steps',
        'budgets.exceeded',
        'quotas.maximum_exceeded',
        'payments.amount_invalid',
        'payments.credit_limit_exceeded',
        'payments.no_credit_account',
        'payments.not_raisable',
      ],
    },
    schema: {
      operationId: 'requestOrderChange',
      tags: ['Orders'],
      summary: 'Request a change of an order',
      description:
        'The buyer requests another quantity, another day, another address, or the end of lines of one supplier. An address has the taxes and the shipping costs of the one before; anything else is refused. More needs stock, or room for backorders if the line waits for stock, and budgets, frame contracts, and credit on net terms: what the buyer does not have is refused here. Those who have to approve the order at its new total are asked once the supplier accepts, and what an order by card costs more is paid then. The supplier accepts or refuses the request as a whole. Until then nothing of the lines changes, `changeRequestId` of each names the request, and the supplier cannot confirm or ship them.',
      params: OrderParams,
      body: RequestChangeBody,
      response: answers(OrderProgressView, { status: 201 }),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }, reply) => {
      const order = await fulfilment.requestChange(actor, {
        ...body,
        lines: body.lines.map(readWish),
        orderId,
        idempotency,
      })
      return reply.code(201).send(ok(viewOrderProgress(order)))
    },
  })
}

function withdrawRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/changes/:changeRequestId/withdraw',
    config: {
      access: 'orders:write',
      unitsToo: true,
      idempotency: 'transactional',
      fails: [...fails, 'orders.not_the_buyer'],
    },
    schema: {
      operationId: 'withdrawOrderChange',
      tags: ['Orders'],
      summary: 'Withdraw a requested change',
      description:
        'The buyer withdraws its request before the supplier decides, or instead of paying for it. The lines stay as they were. Operators can do this for the buyer.',
      params,
      body: DecideChangeRequestBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params: ids, body, idempotency }) => {
      const order = await fulfilment.withdrawChangeRequest(actor, { ...ids, ...body, idempotency })
      return ok(viewOrderProgress(order))
    },
  })
}

function payRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/changes/:changeRequestId/pay',
    config: {
      access: 'orders:write',
      unitsToo: true,
      idempotency: 'transactional',
      fails: [
        ...fails,
        ...raiseFails,
        'orders.not_the_buyer',
        'orders.change_request_not_accepted',
        'orders.automations_pending',
        'orders.raise_needs_approval',
        'orders.return_url_invalid',
        'orders.supplement_awaited',
        'payments.amount_not_supported',
        'payments.provider_not_configured',
        'payments.provider_unavailable',
      ],
    },
    schema: {
      operationId: 'payOrderChange',
      tags: ['Orders'],
      summary: 'Start the payment of a requested change',
      description:
        'The supplier has accepted a request with which an order by card costs more. The buyer pays the difference, and the change binds then: `awaitedPayments` of the answer says where to pay. Stock, budgets, frame contracts and approvals are asked now, and again before anything is captured. While the same payment can be paid, the answer returns it again.',
      params,
      body: PayChangeRequestBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params: ids, body, idempotency }) => {
      const order = await fulfilment.payChangeRequest(actor, { ...ids, ...body, idempotency })
      return ok(viewOrderProgress(order, await fulfilment.listAwaitedPayments(actor, ids.orderId)))
    },
  })
}

function supplierDecisionRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/supplier/orders/:orderId/changes/:changeRequestId/accept',
    config: {
      access: 'orders:write',
      idempotency: 'transactional',
      fails: [
        ...fails,
        'orders.not_the_supplier',
        'orders.order_held',
        'orders.automations_pending',
        'orders.stock_short',
        'orders.too_many_deliveries',
        'orders.raise_not_covered',
        'orders.raise_awaits_approval',
        'orders.change_request_awaits_payment',
      ],
    },
    schema: {
      operationId: 'acceptOrderChange',
      tags: ['Orders'],
      summary: 'Accept a requested change',
      description:
        'The supplier accepts what the buyer requests. The lines become confirmed with their new day. Lines that go to another address become a new delivery of the order. The goods that they lose are cancelled, and the buyer gets their money back. More goods become a line of their own, for which the credit of the buyer is taken: `followsLine` names the line that it has more of. If others in the buying company have to approve that, `awaitsApproval` says so, and the change binds with the last approval. If an order that is paid by card costs more, `awaitsPayment` says so, and the change binds when the buyer has paid the difference.',
      params,
      body: DecideChangeRequestBody,
      response: answers(SuppliedOrderView),
    },
    handler: async ({ actor, params: ids, body, idempotency }) => {
      const order = await fulfilment.acceptChangeRequest(actor, { ...ids, ...body, idempotency })
      return ok(viewSuppliedOrder(order))
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/supplier/orders/:orderId/changes/:changeRequestId/refuse',
    config: {
      access: 'orders:write',
      idempotency: 'transactional',
      fails: [...fails, 'orders.not_the_supplier'],
    },
    schema: {
      operationId: 'refuseOrderChange',
      tags: ['Orders'],
      summary: 'Refuse a requested change',
      description:
        'The supplier refuses what the buyer requests. The lines stay as they were, and the supplier confirms and ships them.',
      params,
      body: DecideChangeRequestBody,
      response: answers(SuppliedOrderView),
    },
    handler: async ({ actor, params: ids, body, idempotency }) => {
      const order = await fulfilment.refuseChangeRequest(actor, { ...ids, ...body, idempotency })
      return ok(viewSuppliedOrder(order))
    },
  })
}
