import { Type } from 'typebox'
import { readQuantity } from '#kernel/quantity'
import { type Carts, markContract } from '#modules/cart'
import { answerOnce, answers, type Http, ok, type Routes } from '#platform/http'
import type { Attempt } from './attempt.ts'
import { refuseRequester } from './refuse-requester.ts'
import {
  CheckoutView,
  PaymentHandoffView,
  StartCheckoutBody,
  StartPaymentBody,
  viewCheckout,
  viewPaymentSummary,
  viewReserved,
} from './schemas.ts'
import type { AttemptWithPayment, Checkout } from './service.ts'

const CheckoutParams = Type.Object({ checkoutId: Type.String({ maxLength: 64 }) })

export function checkoutRoutes(checkout: Checkout, carts: Carts): Routes {
  return async (http) => {
    http.addHook('onRequest', markContract(carts))
    addStartCheckout(http, checkout)
    addStartPayment(http, checkout)
    addCancelCheckout(http, checkout)
    addGetCheckout(http, checkout)
  }
}

function addStartCheckout(http: Http, checkout: Checkout): void {
  http.route({
    method: 'POST',
    url: '/api/v1/checkout',
    config: {
      access: 'orders:write',
      unitsToo: true,
      localized: true,
      idempotency: 'required',
      keyIsWrittenLast: true,
      deniedWith: refuseRequester,
      fails: [
        'checkout.requisition_required',
        'cart.not_found',
        'cart.version_conflict',
        'cart.empty',
        'cart.locked_by_checkout',
        'checkout.cart_has_problems',
        'checkout.accepted_total_invalid',
        'checkout.country_unknown',
        'checkout.postal_code_invalid',
        'addresses.address_not_found',
        'addresses.address_not_printable',
        'checkout.stock_short',
        'budgets.exceeded',
        'quotas.maximum_exceeded',
        'approvals.request_not_found',
        'approvals.not_your_request',
        'approvals.order_of_requisition',
        'approvals.not_returned',
        'approvals.request_of_change',
        'approvals.already_revised',
        'checkout.delivery_ambiguous',
        'checkout.delivery_item_unknown',
        'checkout.delivery_quantities_differ',
        'checkout.too_many_deliveries',
        'checkout.po_number_required',
        'checkout.cost_center_required',
        'checkout.references_required',
        'checkout.allocations_invalid',
        'structure.code_unknown',
        'structure.unit_unknown',
        'structure.unit_not_allowed',
        'checkout.requested_date_past',
        'checkout.shipping_method_unavailable',
        'checkout.shipping_method_repeated',
        'checkout.tax_not_determined',
        'checkout.discount_not_convertible',
        'checkout.shipping_not_convertible',
        'checkout.total_changed',
      ],
    },
    schema: {
      operationId: 'startCheckout',
      summary: 'Start a checkout',
      description:
        'Checks prices and stock, reserves the stock for 15 minutes and locks the cart. It reserves everything in the cart or nothing.',
      body: StartCheckoutBody,
      response: answers(CheckoutView, { status: 201 }),
    },
    handler: async ({ actor, body, idempotency }) => {
      const deliveries = body.deliveries?.map((delivery) => ({
        ...delivery,
        lines: delivery.lines.map(readQuantity),
      }))
      const answer = answerOnce((attempt: Attempt) => ok(viewReserved(attempt)))
      return answer(await checkout.start(actor, { ...body, deliveries, idempotency, answer }))
    },
  })
}

function addStartPayment(http: Http, checkout: Checkout): void {
  http.route({
    method: 'POST',
    url: '/api/v1/checkout/:checkoutId/payment',
    config: {
      access: 'payments:write',
      unitsToo: true,
      idempotency: 'required',
      keyIsWrittenLast: true,
      deniedWith: refuseRequester,
      fails: [
        'checkout.requisition_required',
        'checkout.attempt_not_found',
        'checkout.attempt_over',
        'checkout.handoff_not_allowed',
        'checkout.reservation_expired',
        'checkout.payment_already_initiated',
        'checkout.backorder_needs_terms',
        'checkout.backorder_refused',
        'checkout.return_url_invalid',
        'payments.amount_invalid',
        'payments.credit_limit_exceeded',
        'payments.amount_not_supported',
        'payments.no_credit_account',
        'payments.provider_not_configured',
        'approvals.no_approver',
        'approvals.too_many_steps',
        'payments.provider_unavailable',
      ],
    },
    schema: {
      operationId: 'startPayment',
      summary: 'Start the payment of a checkout',
      description:
        'If you pay by card, the answer has a redirectUrl: send the buyer there, then read the checkout until it is COMPLETED. If you pay by invoice, or if the total is zero, the checkout completes at once. With a total of zero there is no payment. After a 503 repeat the request with the same key.',
      params: CheckoutParams,
      body: StartPaymentBody,
      response: answers(PaymentHandoffView),
    },
    handler: async ({ actor, params, body, idempotency }) => {
      const answer = answerOnce(({ attempt, payment }: AttemptWithPayment) => {
        const view = viewCheckout({ attempt, payment })
        return ok({ ...(payment && { payment: viewPaymentSummary(payment) }), checkout: view })
      })
      return answer(await checkout.pay(actor, params.checkoutId, { ...body, idempotency, answer }))
    },
  })
}

function addCancelCheckout(http: Http, checkout: Checkout): void {
  http.route({
    method: 'POST',
    url: '/api/v1/checkout/:checkoutId/cancel',
    config: {
      access: 'orders:write',
      unitsToo: true,
      fails: [
        'checkout.attempt_not_found',
        'checkout.cancel_not_allowed',
        'checkout.attempt_over',
        'checkout.payment_changed',
        'payments.provider_unavailable',
      ],
    },
    schema: {
      operationId: 'cancelCheckout',
      summary: 'Cancel a checkout',
      description:
        'Releases the reservation, or voids the payment. The person or key that checked out can cancel, and so can an administrator of the company. Before the payment starts, the checkout becomes CANCELLED. After that, the payment is voided and the checkout becomes FAILED. If it was paid in the meantime, it is COMPLETED.',
      params: CheckoutParams,
      response: answers(CheckoutView),
    },
    handler: async ({ actor, params }) =>
      ok(viewCheckout(await checkout.cancel(actor, params.checkoutId))),
  })
}

function addGetCheckout(http: Http, checkout: Checkout): void {
  http.route({
    method: 'GET',
    url: '/api/v1/checkout/:checkoutId',
    config: { access: 'orders:read', unitsToo: true, fails: ['checkout.attempt_not_found'] },
    schema: {
      operationId: 'getCheckout',
      summary: 'Get a checkout',
      params: CheckoutParams,
      response: answers(CheckoutView),
    },
    handler: async ({ actor, params }) =>
      ok(viewCheckout(await checkout.get(actor, params.checkoutId))),
  })
}
