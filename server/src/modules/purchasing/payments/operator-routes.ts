import { Type } from 'typebox'
import { record } from '#kernel/record'
import { list, PageQuery, type Routes } from '#platform/http'
import type { CreditDeps } from './credit/change-credit.ts'
import type { Payment } from './payment.ts'
import { PaymentState, PaymentView, viewPayment } from './schemas.ts'
import type { Payments } from './service.ts'

const SearchQuery = Type.Object({
  ...PageQuery.properties,
  companyId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The id of the company that pays.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The id of a payment, or its id at the provider.',
    }),
  ),
  state: Type.Optional(PaymentState),
})

const FoundPaymentView = record('FoundPayment', 'A payment of any company, as operators find it.', {
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  providerReference: Type.Optional(
    Type.String({ description: 'The id of the payment at the provider.' }),
  ),
  ...PaymentView.properties,
})

type Deps = Pick<CreditDeps, 'database' | 'namesOf'> & { readonly payments: Payments }

export function paymentOperatorRoutes({ payments, database, namesOf }: Deps): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/payments',
      config: { access: 'operator' },
      schema: {
        operationId: 'searchPayments',
        tags: ['Operations'],
        summary: 'Search payments of all companies',
        description:
          'Newest first. To see its refunds and its ledger, read a payment by its id. For a state one request looks through at most 20,000 payments. A page can therefore have fewer than `limit`, or none, together with a `meta.nextCursor` that continues with older ones.',
        querystring: SearchQuery,
        response: list(FoundPaymentView),
      },
      handler: async ({ query: { companyId, q, state }, page }) => {
        const cut = { before: page.after(Type.String()), limit: page.probe }
        const filters = { companyId, q: q?.trim(), state, ...cut }
        const { found, scannedUntil } = await payments.search(filters)
        const ids = [...new Set(found.map((payment) => payment.companyId))]
        const names = await namesOf(database.pool, ids)
        const view = (payment: Payment) => viewFound(payment, names.get(payment.companyId))
        return page.answer(found, view, ({ id }) => id, { continuesAfter: scannedUntil })
      },
    })
  }
}

function viewFound(payment: Payment, companyName: string | undefined) {
  const { companyId, providerReference } = payment
  return {
    companyId,
    ...(companyName !== undefined && { companyName }),
    ...(providerReference !== undefined && { providerReference }),
    ...viewPayment(payment),
  }
}
