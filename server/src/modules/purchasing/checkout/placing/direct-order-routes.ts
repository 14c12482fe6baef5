import { type Static, Type } from 'typebox'
import { readQuantity } from '#kernel/quantity'
import { type Carts, markContract } from '#modules/cart'
import { answerOnce, answers, type Http, ok, type Routes } from '#platform/http'
import { refuseRequester } from '../refuse-requester.ts'
import type { Checkout, PlacedOrder } from '../service.ts'
import {
  PlacedOrderView,
  PlaceOrderBody,
  ReorderedView,
  ValidatedOrderView,
  viewPlacedOrder,
  viewReordered,
  viewValidatedOrder,
} from './direct-order-schemas.ts'

/** What an order can be refused with. */
export const placingFails = [
  'checkout.lines_or_cart',
  'cart.not_found',
  'cart.version_conflict',
  'cart.empty',
  'cart.locked_by_checkout',
  'checkout.cart_has_problems',
  'checkout.country_unknown',
  'checkout.postal_code_invalid',
  'addresses.address_not_found',
  'addresses.address_not_printable',
  'checkout.currency_unknown',
  'checkout.expected_price_invalid',
  'checkout.requested_date_past',
  'checkout.price_changed',
  'checkout.accepted_total_invalid',
  'checkout.total_changed',
  'checkout.stock_short',
  'checkout.backorder_needs_terms',
  'checkout.backorder_refused',
  'budgets.exceeded',
  'quotas.maximum_exceeded',
  'approvals.request_not_found',
  'approvals.not_your_request',
  'approvals.order_of_requisition',
  'approvals.not_returned',
  'approvals.request_of_change',
  'approvals.already_revised',
  'approvals.no_approver',
  'approvals.too_many_steps',
  'payments.amount_invalid',
  'checkout.tax_not_determined',
  'checkout.discount_not_convertible',
  'checkout.shipping_not_convertible',
  'checkout.shipping_method_unavailable',
  'checkout.shipping_method_repeated',
  'checkout.too_many_deliveries',
  'checkout.po_number_required',
  'checkout.cost_center_required',
  'checkout.references_required',
  'checkout.allocations_invalid',
  'structure.code_unknown',
  'structure.unit_unknown',
  'structure.unit_not_allowed',
  'checkout.product_repeated',
  'checkout.return_url_invalid',
  'checkout.handoff_not_allowed',
  'payments.credit_limit_exceeded',
  'payments.amount_not_supported',
  'payments.no_credit_account',
  'payments.provider_not_configured',
] as const

export function directOrderRoutes(checkout: Checkout, carts: Carts): Routes {
  return async (http) => {
    http.addHook('onRequest', markContract(carts))
    addPlaceOrder(http, checkout)
    addValidateOrder(http, checkout)
    addReorder(http, checkout)
  }
}

const readOrder = (body: Static<typeof PlaceOrderBody>) => ({
  ...body,
  lines: body.lines?.map(readQuantity),
})

function addPlaceOrder(http: Http, checkout: Checkout): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders',
    config: {
      access: 'orders:write',
      unitsToo: true,
      localized: true,
      idempotency: 'required',
      keyIsWrittenLast: true,
      deniedWith: refuseRequester,
      fails: [...placingFails, 'checkout.requisition_required', 'payments.provider_unavailable'],
    },
    schema: {
      operationId: 'placeOrder',
      summary: 'Place an order',
      description:
        'Orders the given lines, or the content of the cart. This is a checkout and its payment in one request, from server to server. It checks prices, stock, taxes and credit as a checkout does, and orders everything or nothing. If you pay by invoice, or if the total is zero, the order exists at once. With a total of zero there is no payment. If you pay by card, the answer has a redirectUrl, and the payment creates the order. After a 503 repeat the request with the same key.',
      body: PlaceOrderBody,
      response: answers(PlacedOrderView, { status: 201 }),
    },
    handler: async ({ actor, body, idempotency }, reply) => {
      const answer = answerOnce((placed: PlacedOrder) => ok(viewPlacedOrder(placed)))
      const placed = await checkout.placeOrder(actor, {
        ...readOrder(body),
        idempotency,
        answer,
      })
      return reply.code(201).send(answer(placed))
    },
  })
}

function addValidateOrder(http: Http, checkout: Checkout): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/validate',
    config: {
      access: 'orders:write',
      unitsToo: true,
      localized: true,
      deniedWith: refuseRequester,
      fails: [...placingFails, 'checkout.requisition_required'],
    },
    schema: {
      operationId: 'validateOrder',
      summary: 'Validate an order',
      description:
        'This places no order. It takes the body of an order, does everything that placing it does, credit and stock included, and then rolls it back. It is refused with the same errors as the order. It calls no payment provider. The answer also has the approvals that the order would wait for, and the budgets that it would use.',
      body: PlaceOrderBody,
      response: answers(ValidatedOrderView),
    },
    handler: async ({ actor, body }) =>
      ok(viewValidatedOrder(await checkout.validateOrder(actor, readOrder(body)))),
  })
}

function addReorder(http: Http, checkout: Checkout): void {
  http.route({
    method: 'POST',
    url: '/api/v1/orders/:orderId/reorder',
    config: {
      access: 'requester:write',
      localized: true,
      fails: ['orders.order_not_found', 'cart.locked_by_checkout'],
    },
    schema: {
      operationId: 'reorder',
      summary: 'Reorder an order',
      description:
        'Adds the lines of the order to the cart, at the prices of today, with their allocations. A line whose allocations name a code that can no longer be named is added without them, and is listed in `withoutAllocations`. The answer lists what cannot be added, with the code that adding it by hand would return. A product that is already in the cart does not change. Sending the request again adds nothing twice.',
      params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
      response: answers(ReorderedView),
    },
    handler: async ({ actor, params }) =>
      ok(viewReordered(await checkout.reorder(actor, params.orderId))),
  })
}
