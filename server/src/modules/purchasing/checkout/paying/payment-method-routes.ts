import { type Static, Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { record, withDescription } from '#kernel/record'
import { type OfferedMethod, paymentMethods } from '#modules/payments'
import { answers, MoneyView, ok, type Routes, viewMoney } from '#platform/http'
import type { Checkout } from '../service.ts'

const MethodsQuery = Type.Object({
  currency: Type.Optional(
    Type.String({
      pattern: currencyForm,
      maxLength: 3,
      description: 'The currency of the cart. Default: the currency of your company.',
    }),
  ),
  amount: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,11}(\\.[0-9]{1,4})?$',
      maxLength: 20,
      description: 'The amount to pay, such as the total of the cart.',
    }),
  ),
  checkoutId: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The checkout to pay. A card is refused if a line of it waits for stock, because the authorisation of a card ends before the goods ship.',
    }),
  ),
})

const MethodView = record(
  'PaymentMethod',
  'A payment method, and whether the company may use it.',
  {
    method: Type.Enum([...paymentMethods]),
    accepted: Type.Boolean({
      description: 'True: a payment with this method would be accepted now.',
    }),
    refusal: Type.Optional(
      Type.String({
        description: 'The code with which a payment with this method would be refused.',
      }),
    ),
    terms: Type.Optional(
      Type.Object(
        {
          netDays: Type.Integer({
            description: 'Days from the date of an invoice until it is due.',
          }),
          available: withDescription(
            MoneyView,
            'The amount that the company can still buy by invoice.',
          ),
        },
        {
          description:
            'The terms of payment by invoice. Present if the company has an open account in the currency.',
        },
      ),
    ),
  },
)

const MethodsView = record(
  'PaymentMethods',
  'The payment methods for a checkout.',
  { methods: Type.Array(MethodView) },
  {
    examples: [
      {
        methods: [
          { method: 'card', accepted: true },
          {
            method: 'invoice',
            accepted: false,
            refusal: 'payments.credit_limit_exceeded',
            terms: { netDays: 30, available: { amount: '87.50', currency: 'EUR' } },
          },
        ],
      },
    ],
  },
)

/** Before the handoff: how the buyer can pay. */
export function paymentMethodRoutes(checkout: Checkout): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/payment-methods',
      config: {
        access: 'orders:write',
        unitsToo: true,
        fails: [
          'checkout.amount_invalid',
          'checkout.currency_unknown',
          'checkout.attempt_not_found',
        ],
      },
      schema: {
        operationId: 'listPaymentMethods',
        summary: 'List payment methods',
        description:
          'Shows whether a payment by card or by invoice would be accepted now, and on which terms. It is for everybody who may check out. The request reserves nothing. People who may prepare purchases but not pay for them see only that.',
        querystring: MethodsQuery,
        response: answers(MethodsView),
      },
      handler: async ({ actor, query }) => {
        const methods = await checkout.paymentMethods(actor, query)
        return ok({ methods: methods.map(viewMethod) })
      },
    })
  }
}

function viewMethod({ method, refusal, terms }: OfferedMethod): Static<typeof MethodView> {
  return {
    method,
    accepted: refusal === undefined,
    ...(refusal && { refusal }),
    ...(terms && { terms: { ...terms, available: viewMoney(terms.available) } }),
  }
}
