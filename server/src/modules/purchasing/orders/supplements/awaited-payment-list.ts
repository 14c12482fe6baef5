import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { PaymentStanding, Payments } from '#modules/payments'
import { sql } from '#platform/db'
import { MoneyView, viewMoney } from '#platform/http'
import { defineList, filter, type List, ofScope } from '#platform/lists'
import type { WaitingDeps } from '../proposals/waiting-view.ts'

const WatchedSupplementView = record(
  'WatchedSupplement',
  'A further payment of a buyer of any company, on which a change of an order waits.',
  {
    paymentId: Type.String(),
    orderId: Type.String(),
    orderNumber: Type.String(),
    companyId: Type.String({ description: 'The buyer.' }),
    companyName: Type.Optional(Type.String()),
    amount: MoneyView,
    paymentState: Type.String({
      description:
        'PENDING: the buyer has to pay. AUTHORIZED: a worker is about to bind the change.',
    }),
    since: Type.String({ format: 'date-time' }),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The time until which the buyer can pay.' }),
    ),
  },
)

const example = {
  paymentId: 'pay_01m7xb82dw3khw78phh28dvacd',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  amount: { amount: '7.14', currency: 'EUR' },
  paymentState: 'PENDING',
  since: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-02T04:04:05.000Z',
}

type WatchedRow = {
  readonly payment_id: string
  readonly order_id: string
  readonly order_number: string
  readonly company_id: string
  readonly created_at: Date
}

type Deps = WaitingDeps & { readonly payments: Pick<Payments, 'standings'> }

/** For operators. `supplements_by_age` serves it. */
export function awaitedPaymentList({ database, namesOf, payments }: Deps): List {
  return defineList({
    operationId: 'listAwaitedPayments',
    url: '/admin/orders/awaited-payments',
    summary: 'List further payments that orders wait for',
    description:
      'Lists the oldest first. A change binds when its buyer has paid. If the buyer does not pay in time, the change waits as before.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: WatchedSupplementView,
    examples: [example],
    columns: [
      'orderNumber',
      'companyId',
      'companyName',
      'paymentId',
      'amount',
      'paymentState',
      'since',
      'expiresAt',
    ],
    filters: { companyId: filter(Type.String({ maxLength: 64 })) },
    from: sql`orders.supplements t
      join orders.orders o on o.company_id = t.company_id and o.id = t.order_id`,
    select: sql`t.payment_id, t.order_id, t.company_id, t.created_at, o.number as order_number`,
    scope: ({ query }) => sql`t.state = 'AWAITING_PAYMENT' and ${ofScope(query.companyId)}`,
    identity: { 't.payment_id': 'text' },
    sorts: { oldest: { keys: { 't.payment_id': 'text' }, direction: 'asc' } },
    show: async (rows: readonly WatchedRow[]) => {
      const names = await namesOf(database.pool, [...new Set(rows.map((row) => row.company_id))])
      const ids = rows.map((row) => row.payment_id)
      const standings = await payments.standings(database.pool, ids)
      return rows.map((row) => {
        const standing = standings.get(row.payment_id)
        assert(standing, `supplement ${row.payment_id} has no payment`)
        return viewWatched(row, standing, names.get(row.company_id))
      })
    },
  })
}

function viewWatched(
  row: WatchedRow,
  { state, amount, expiresAt }: PaymentStanding,
  companyName: string | undefined,
) {
  return {
    paymentId: row.payment_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    companyId: row.company_id,
    ...(companyName !== undefined && { companyName }),
    amount: viewMoney(amount),
    paymentState: state,
    since: row.created_at.toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  }
}
