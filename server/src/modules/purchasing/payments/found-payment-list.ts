import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Cut, defineList, filter, type ListRequest, type QueryOf } from '#platform/lists'
import type { CreditDeps } from './credit/change-credit.ts'
import type { Deps as PaymentDeps } from './deps.ts'
import type { Payment } from './payment.ts'
import { PaymentState, PaymentView, viewPayment } from './schemas.ts'
import type { Payments } from './service.ts'

const FoundPaymentView = record('FoundPayment', 'A payment of any company, as operators find it.', {
  companyId: Type.String(),
  companyName: Type.Optional(Type.String()),
  providerReference: Type.Optional(
    Type.String({ description: 'The id of the payment at the provider.' }),
  ),
  ...PaymentView.properties,
})

const filters = {
  companyId: filter(
    Type.String({ minLength: 1, maxLength: 64, description: 'The id of the company that pays.' }),
  ),
  q: filter(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The id of a payment, its id at the provider, or the number or PO number of its order. A part of a number is enough, unless an order has exactly this number. The list has the payments of the newest 500 of these orders.',
    }),
  ),
  state: filter(PaymentState),
}

type Deps = Pick<CreditDeps, 'database' | 'namesOf'> &
  Required<Pick<PaymentDeps, 'orderNumbers'>> & { readonly payments: Payments }

export const foundPaymentList = (deps: Deps) =>
  defineList({
    operationId: 'searchPayments',
    url: '/admin/payments',
    summary: 'Search payments of all companies',
    description:
      'Newest first. To see its refunds and its ledger, read a payment by its id. For a state one request looks through at most 20,000 payments. A page can therefore have fewer than `limit`, or none, together with a `meta.nextCursor` that continues with older ones.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: FoundPaymentView,
    columns: [
      'id',
      'companyId',
      'companyName',
      'state',
      'amount',
      'orderNumber',
      'providerReference',
      'createdAt',
    ],
    csv: {
      operationId: 'downloadPaymentsOfAll',
      summary: 'Download payments of all companies as CSV',
    },
    filters,
    sorts: { newest: { read: (request: Request, cut) => readNewest(deps, request, cut) } },
    show: async (payments: readonly Payment[]) => {
      const ids = [...new Set(payments.map(({ companyId }) => companyId))]
      const { pool } = deps.database
      const [names, numbers] = await Promise.all([
        deps.namesOf(pool, ids),
        deps.orderNumbers(pool, payments),
      ])
      return payments.map((payment) => viewFound(payment, { names, numbers }))
    },
  })

type Request = ListRequest<QueryOf<typeof filters>>

async function readNewest({ payments }: Deps, { query }: Request, { after, limit }: Cut) {
  const { companyId, q, state } = query
  const cut = { before: after && String(after[0]), limit }
  const { found, scannedUntil } = await payments.search({ companyId, q: q?.trim(), state, ...cut })
  return {
    found: found.map((row) => ({ row, position: [row.id] })),
    continuesAfter: scannedUntil === undefined ? undefined : [scannedUntil],
  }
}

type Names = Record<'names' | 'numbers', ReadonlyMap<string, string>>

function viewFound(payment: Payment, { names, numbers }: Names) {
  const { companyId, orderId, providerReference } = payment
  const companyName = names.get(companyId)
  const orderNumber = orderId === null ? undefined : numbers.get(orderId)
  return {
    companyId,
    ...(companyName !== undefined && { companyName }),
    ...(providerReference !== undefined && { providerReference }),
    ...viewPayment(payment),
    ...(orderNumber !== undefined && { orderNumber }),
  }
}
