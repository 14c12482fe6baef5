import { type Static, Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { type OfferedMethod, paymentMethods } from '#modules/payments'
import { answers, MoneyView, ok, type Routes, viewMoney } from '#platform/http'
import type { Checkout } from './service.ts'

const MethodsQuery = Type.Object({
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      maxLength: 3,
      description: 'Of the cart. Your company’s own, when not said.',
    }),
  ),
  amount: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,11}(\\.[0-9]{1,4})?$',
      maxLength: 20,
      description: 'What is to be paid, such as the total of the cart.',
    }),
  ),
})

const MethodView = record(
  'PaymentMethod',
  'A payment method, and whether the company may use it.',
  {
    method: Type.Enum([...paymentMethods]),
    accepted: Type.Boolean({ description: 'Whether a handoff by it would be accepted now.' }),
    refusal: Type.Optional(
      Type.String({ description: 'Why not: the code that the handoff would be refused with.' }),
    ),
    terms: Type.Optional(
      Type.Object(
        {
          netDays: Type.Integer({
            description: 'Days from each invoice to the day on which it is due.',
          }),
          available: withDescription(MoneyView, 'What the company may still buy by invoice.'),
        },
        { description: 'By invoice, where the company has an open account in the currency.' },
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

/** Before the handoff: how what is bought can be paid. */
export function paymentMethodRoutes(checkout: Checkout): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/payment-methods',
      config: {
        access: 'orders:write',
        fails: ['checkout.amount_invalid', 'checkout.currency_unknown'],
      },
      schema: {
        operationId: 'listPaymentMethods',
        summary: 'List payment methods',
        description:
          'For whoever may check out: whether a handoff by card or by invoice would be accepted now, and on which terms. Nothing is held by asking. Whoever may prepare purchases and not pay for them learns that alone.',
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
