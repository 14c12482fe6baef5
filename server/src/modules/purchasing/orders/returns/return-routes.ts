import { readQuantity } from '#kernel/quantity'
import { answers, type Http, ok } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import {
  AcceptReturnBody,
  OrderParams,
  OrderProgressView,
  RefuseReturnBody,
  ReturnBody,
  ReturnParams,
  viewOrderProgress,
} from '../fulfilment/fulfilment-schemas.ts'

const decisionFails = [
  'orders.order_not_found',
  'orders.return_not_found',
  'orders.not_the_supplier',
  'orders.return_already_decided',
] as const

export function returnRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/returns',
    config: {
      access: 'orders:write',
      unitsToo: true,
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.not_the_buyer',
        'orders.order_not_open',
        'orders.line_not_found',
        'orders.quantity_exceeds_delivered',
        'orders.quantity_not_whole',
        'orders.several_suppliers',
        'orders.line_repeated',
      ],
    },
    schema: {
      operationId: 'requestReturn',
      summary: 'Request a return',
      description:
        'Requests the return of delivered goods or, with the reason MISSING, a refund of shipped goods that did not arrive. It is possible until the order is CLOSED.',
      params: OrderParams,
      body: ReturnBody,
      response: answers(OrderProgressView, { status: 201 }),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }, reply) => {
      const document = await fulfilment.requestReturn(actor, {
        ...body,
        lines: body.lines.map(readQuantity),
        orderId,
        idempotency,
      })
      return reply.code(201).send(ok(viewOrderProgress(document)))
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/returns/:returnId/receive',
    config: { access: 'orders:write', idempotency: 'transactional', fails: decisionFails },
    schema: {
      operationId: 'receiveReturn',
      summary: 'Record the goods of a return',
      description: 'Records that the goods have arrived. It does not decide on the return.',
      params: ReturnParams,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params, idempotency }) =>
      ok(viewOrderProgress(await fulfilment.receiveReturn(actor, { ...params, idempotency }))),
  })

  decisionRoutes(http, fulfilment)
}

function decisionRoutes(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/returns/:returnId/accept',
    config: {
      access: 'orders:write',
      idempotency: 'transactional',
      fails: [...decisionFails, 'orders.accepted_exceeds_requested'],
    },
    schema: {
      operationId: 'acceptReturn',
      summary: 'Accept a return',
      description:
        'Accepts all goods of the return or a part of them. The money of the accepted goods is refunded automatically: see `credits`. Other goods count as delivered again.',
      params: ReturnParams,
      body: AcceptReturnBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params, body, idempotency }) => {
      const document = await fulfilment.acceptReturn(actor, {
        ...params,
        ...body,
        lines: body.lines?.map(readQuantity),
        idempotency,
      })
      return ok(viewOrderProgress(document))
    },
  })

  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/returns/:returnId/refuse',
    config: { access: 'orders:write', idempotency: 'transactional', fails: decisionFails },
    schema: {
      operationId: 'refuseReturn',
      summary: 'Refuse a return',
      params: ReturnParams,
      body: RefuseReturnBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params, body, idempotency }) => {
      const document = await fulfilment.refuseReturn(actor, { ...params, ...body, idempotency })
      return ok(viewOrderProgress(document))
    },
  })
}
