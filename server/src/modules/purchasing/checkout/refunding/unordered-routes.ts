import { Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, type Http, list, MoneyView, ok, PageQuery, viewMoney } from '#platform/http'
import type { Checkout } from '../service.ts'
import { type UnorderedPayment, unorderedStates } from './unordered-payment.ts'

const Position = Type.Tuple([Type.Integer(), Type.String()])
const PaymentParams = Type.Object({ paymentId: Type.String({ maxLength: 64 }) })

const ListQuery = Type.Object({
  state: Type.Optional(Type.Enum(['WAITING', 'REFUSED'], { description: 'Default: both states.' })),
  ...PageQuery.properties,
})

const RetryBody = record(
  'RetryUnorderedPayment',
  'No fields: the address names the payment.',
  {},
  { additionalProperties: false, examples: [{}] },
)

const PaidOtherwiseBody = record(
  'RecordUnorderedRefund',
  'A note on how the payment was refunded outside Purveyor.',
  {
    note: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description:
        'The way in which the money was refunded. The payment shows this note, and the payer can read it.',
    }),
  },
  { examples: [{ note: 'Transferred to the account of the buyer, reference 2026-0102.' }] },
)

const example = {
  paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  checkoutId: 'chk_01m7xb7z3h5d0q2w8m4v6c9rta',
  state: 'REFUSED' as const,
  amount: { amount: '125.00', currency: 'EUR' },
  refusals: 8,
  lastError: 'The provider refused the refund: expired_or_canceled_card',
  since: '2026-01-02T03:04:05.000Z',
}

const UnorderedView = record(
  'UnorderedPayment',
  'A captured payment that has no order.',
  {
    paymentId: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String({ description: 'Present in the list only.' })),
    checkoutId: Type.Optional(Type.String()),
    orderId: Type.Optional(
      Type.String({ description: 'The order that had ended before it was paid.' }),
    ),
    state: Type.Enum([...unorderedStates], {
      description:
        'WAITING: the service refunds it automatically. REFUSED: the provider refuses the refund, and an operator decides how to refund. SETTLED: the money was refunded.',
    }),
    amount: MoneyView,
    settledAmount: Type.Optional(MoneyView),
    refusals: Type.Integer(),
    lastError: Type.Optional(Type.String()),
    since: Type.String({ format: 'date-time' }),
  },
  { examples: [example] },
)

const tags = ['Operations']
const fails = [
  'payments.payment_not_found',
  'checkout.refund_not_found',
  'checkout.refund_not_refused',
] as const

/** Money that bought nothing, and what operators do if the provider refuses to pay it back. */
export function unorderedRoutes(http: Http, checkout: Checkout): void {
  http.route({
    method: 'GET',
    url: '/admin/orders/checkout/refunds',
    config: { access: 'operator' },
    schema: {
      operationId: 'listUnorderedPayments',
      tags,
      summary: 'List payments without an order',
      description:
        'Lists captured payments that have no order and were not refunded, oldest first. The checkout or the order had ended before it was paid. The service refunds the payment automatically, unless the payment provider refuses.',
      querystring: ListQuery,
      response: list(UnorderedView),
    },
    handler: async ({ query: { state }, page }) => {
      const place = page.after(Position)
      const after = place && { createdAt: new Date(place[0]), paymentId: place[1] }
      const found = await checkout.listUnordered({ state, after, limit: page.probe })
      return page.answer(found, viewUnordered, ({ createdAt, paymentId }) => [
        createdAt.getTime(),
        paymentId,
      ])
    },
  })

  http.route({
    method: 'POST',
    url: '/admin/orders/checkout/refunds/:paymentId/retry',
    config: { access: 'operator', idempotency: 'transactional', fails: [...fails] },
    schema: {
      operationId: 'retryUnorderedPayment',
      summary: 'Retry the refund of a payment without an order',
      description:
        'The payment is WAITING again. The service asks the provider within seconds, with the same number of attempts as before.',
      tags,
      params: PaymentParams,
      body: RetryBody,
      response: answers(UnorderedView),
    },
    handler: async ({ actor, params: { paymentId }, idempotency }) =>
      ok(viewUnordered(await checkout.retryUnordered(actor, { paymentId, idempotency }))),
  })

  http.route({
    method: 'POST',
    url: '/admin/orders/checkout/refunds/:paymentId/settle',
    config: {
      access: 'operator',
      stepUp: true,
      idempotency: 'transactional',
      fails: [...fails, 'checkout.refund_held_up'],
    },
    schema: {
      operationId: 'settleUnorderedPayment',
      summary: 'Record the refund of a payment without an order',
      description:
        'Record a payment that was refunded outside Purveyor, such as by a bank transfer, once the money has left. The payment counts it as refunded, and it cannot be refunded again.',
      tags,
      params: PaymentParams,
      body: PaidOtherwiseBody,
      response: answers(UnorderedView),
    },
    handler: async ({ actor, params: { paymentId }, body: { note }, idempotency }) => {
      const decision = { paymentId, note, idempotency }
      return ok(viewUnordered(await checkout.payUnorderedOtherwise(actor, decision)))
    },
  })
}

function viewUnordered(
  unordered: UnorderedPayment & { readonly companyName?: string | undefined },
): Type.Static<typeof UnorderedView> {
  const { companyName } = unordered
  const { paymentId, companyId, checkoutId, orderId, state, amount, settled } = unordered
  const { refusals, lastError, createdAt } = unordered
  return {
    paymentId,
    companyId,
    ...(companyName === undefined ? {} : { companyName }),
    ...(checkoutId === undefined ? {} : { checkoutId }),
    ...(orderId === undefined ? {} : { orderId }),
    state,
    amount: viewMoney(amount),
    ...(settled === undefined ? {} : { settledAmount: viewMoney(settled) }),
    refusals,
    ...(lastError === undefined ? {} : { lastError }),
    since: createdAt.toISOString(),
  }
}
