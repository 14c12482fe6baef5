import { Type } from 'typebox'
import { type Carts, ItemsAddedView, markContract, viewItemsAdded } from '#modules/cart'
import { answerOnce, answers, ok, type Routes } from '#platform/http'
import {
  PlacedOrderView,
  PlaceOrderBody,
  ValidatedOrderView,
  viewPlacedOrder,
  viewValidatedOrder,
} from './direct-order-schemas.ts'
import type { Checkout, PlacedOrder } from './service.ts'

const placingFails = [
  'checkout.lines_or_cart',
  'cart.version_conflict',
  'cart.empty',
  'cart.locked_by_checkout',
  'checkout.cart_has_problems',
  'checkout.country_unknown',
  'checkout.currency_unknown',
  'checkout.expected_price_invalid',
  'checkout.requested_date_past',
  'checkout.price_changed',
  'checkout.accepted_total_invalid',
  'checkout.total_changed',
  'checkout.stock_short',
  'budgets.exceeded',
  'approvals.no_approver',
  'approvals.too_many_steps',
  'payments.amount_invalid',
  'checkout.tax_not_determined',
  'checkout.discount_not_convertible',
  'checkout.carriage_not_convertible',
  'checkout.shipping_method_unavailable',
  'checkout.shipping_method_repeated',
  'checkout.po_number_required',
  'checkout.cost_center_required',
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
    http.route({
      method: 'POST',
      url: '/api/v1/orders',
      config: {
        access: 'orders:write',
        idempotency: 'required',
        keyIsWrittenLast: true,
        fails: [...placingFails, 'payments.provider_unavailable'],
      },
      schema: {
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'Orders the lines named, or what is in the cart, in one request. A checkout and its payment in one request, from server to server. Prices, stock, taxes and credit as a checkout has them; all of it or nothing. By invoice the order is there at once, and so is one of nothing, which has no payment. By card the answer has a redirectUrl, and the order comes with the payment. After a 503 repeat the request with the same key.',
        body: PlaceOrderBody,
        response: answers(PlacedOrderView, { status: 201 }),
      },
      handler: async ({ actor, body, idempotency }, reply) => {
        const answer = answerOnce((placed: PlacedOrder) => ok(viewPlacedOrder(placed)))
        const placed = await checkout.placeOrder(actor, { ...body, idempotency, answer })
        return reply.code(201).send(answer(placed))
      },
    })

    http.route({
      method: 'POST',
      url: '/api/v1/orders/validate',
      config: { access: 'orders:write', fails: placingFails },
      schema: {
        operationId: 'validateOrder',
        summary: 'Validate an order',
        description:
          'Nothing is placed. Takes the body of an order and does all that placing it would, credit and stock included, then takes it back. It is refused with what the order would be refused with; no provider is asked.',
        body: PlaceOrderBody,
        response: answers(ValidatedOrderView),
      },
      handler: async ({ actor, body }) =>
        ok(viewValidatedOrder(await checkout.validateOrder(actor, body))),
    })

    http.route({
      method: 'POST',
      url: '/api/v1/orders/:orderId/reorder',
      config: {
        access: 'orders:write',
        fails: ['orders.order_not_found', 'cart.locked_by_checkout'],
      },
      schema: {
        operationId: 'reorder',
        summary: 'Reorder an order',
        description:
          'Adds its lines to the cart. At the prices of today. What cannot be added is listed with the code that adding it by hand would meet; a product that is in the cart already stays as it is. Asking twice adds nothing twice.',
        params: Type.Object({ orderId: Type.String({ maxLength: 64 }) }),
        response: answers(ItemsAddedView),
      },
      handler: async ({ actor, params }) =>
        ok(viewItemsAdded(await checkout.reorder(actor, params.orderId))),
    })
  }
}
