import { readQuantity } from '#kernel/quantity'
import { answers, type Http, ok, type Routes } from '#platform/http'
import { changeRequestRoutes } from '../change-requests/change-request-routes.ts'
import { creditDecisionRoutes } from '../credits/credit-decision-routes.ts'
import { proposalRoutes } from '../proposals/proposal-routes.ts'
import { returnRoutes } from '../returns/return-routes.ts'
import { supplierRoutes } from '../supplier/supplier-routes.ts'
import type { Fulfilment } from './fulfilment.ts'
import {
  CancelBody,
  DeliveryBody,
  OrderParams,
  OrderProgressView,
  readCondition,
  ShipBody,
  viewOrderProgress,
} from './fulfilment-schemas.ts'
import { holdRoutes } from './hold-routes.ts'

export function fulfilmentRoutes(fulfilment: Fulfilment): Routes {
  return async (http) => {
    confirmationRoute(http, fulfilment)
    shipmentRoute(http, fulfilment)
    deliveryRoute(http, fulfilment)
    cancelRoute(http, fulfilment)
    holdRoutes(http, fulfilment)
    returnRoutes(http, fulfilment)
    creditDecisionRoutes(http, fulfilment)
    supplierRoutes(http, fulfilment)
    proposalRoutes(http, fulfilment)
    changeRequestRoutes(http, fulfilment)
  }
}

function confirmationRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/confirm',
    config: {
      access: 'orders:write',
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.not_the_supplier',
        'orders.order_not_open',
        'orders.order_held',
        'orders.automations_pending',
        'orders.nothing_open',
        'orders.change_requested',
      ],
    },
    schema: {
      operationId: 'confirmOrder',
      summary: 'Confirm an order',
      description:
        'A supplier confirms its lines. The order becomes CONFIRMED when every supplier has confirmed. An operator confirms for all of them.',
      params: OrderParams,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params: { orderId }, idempotency }) =>
      ok(viewOrderProgress(await fulfilment.confirm(actor, { orderId, idempotency }))),
  })
}

function shipmentRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/shipments',
    config: {
      access: 'orders:write',
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.not_the_supplier',
        'orders.order_not_open',
        'orders.order_held',
        'orders.line_not_found',
        'orders.quantity_exceeds_open',
        'orders.quantity_not_whole',
        'orders.several_suppliers',
        'orders.waits_for_stock',
        'orders.several_deliveries',
        'orders.line_repeated',
        'orders.tracking_url_invalid',
        'orders.change_requested',
      ],
    },
    schema: {
      operationId: 'shipOrder',
      summary: 'Record a shipment',
      description:
        'Records that a shipment of a supplier has left. It contains all open goods of your lines, or the goods that you name, and goes to one of the addresses of the order. Shipping goods also confirms them.',
      params: OrderParams,
      body: ShipBody,
      response: answers(OrderProgressView, { status: 201 }),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }, reply) => {
      const document = await fulfilment.ship(actor, {
        ...body,
        lines: body.lines?.map(readQuantity),
        orderId,
        idempotency,
      })
      return reply.code(201).send(ok(viewOrderProgress(document)))
    },
  })
}

function deliveryRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/deliveries',
    config: {
      access: 'orders:write',
      unitsToo: true,
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.shipment_not_found',
        'orders.shipment_already_delivered',
        'orders.noted_exceeds_shipped',
        'orders.line_not_found',
        'orders.line_repeated',
      ],
    },
    schema: {
      operationId: 'noteDelivery',
      summary: 'Record a delivery',
      description:
        'Records that a shipment has arrived, and which goods were damaged or are missing. The buyer, its supplier or an operator records it, once for each shipment.',
      params: OrderParams,
      body: DeliveryBody,
      response: answers(OrderProgressView, { status: 201 }),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }, reply) => {
      const document = await fulfilment.noteDelivery(actor, {
        ...body,
        lines: body.lines?.map(readCondition),
        orderId,
        idempotency,
      })
      return reply.code(201).send(ok(viewOrderProgress(document)))
    },
  })
}

function cancelRoute(http: Http, fulfilment: Fulfilment): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/cancel',
    config: {
      access: 'orders:write',
      unitsToo: true,
      idempotency: 'transactional',
      fails: [
        'orders.order_not_found',
        'orders.order_not_open',
        'orders.nothing_open',
        'orders.line_not_found',
        'orders.quantity_exceeds_open',
        'orders.quantity_not_whole',
        'orders.awaiting_approval',
        'orders.line_repeated',
        'orders.too_many_steps',
      ],
    },
    schema: {
      operationId: 'cancelOrder',
      summary: 'Cancel an order',
      description:
        'Cancels goods before they are shipped: those that you name, or all that are not shipped. A supplier cancels goods of its own lines. The stock is released at once. The money is refunded automatically, and the shipping cost with the last piece of its parcel: see `credits`.',
      params: OrderParams,
      body: CancelBody,
      response: answers(OrderProgressView),
    },
    handler: async ({ actor, params: { orderId }, body, idempotency }) => {
      const lines = body.lines?.map(readQuantity)
      const input = { ...body, lines, orderId, idempotency }
      return ok(viewOrderProgress(await fulfilment.cancel(actor, input)))
    },
  })
}
