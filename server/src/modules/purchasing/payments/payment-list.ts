import { Type } from 'typebox'
import { sql } from '#platform/db'
import { defineList, filter } from '#platform/lists'
import { todayOf } from './credit/owed-debt-store.ts'
import type { Deps } from './deps.ts'
import { readablePayments } from './payment-search-store.ts'
import { toPayment } from './payment-store.ts'
import { PaymentState, PaymentView, viewOwingPayment } from './schemas.ts'
import type { Payments } from './service.ts'
import type { PaymentRow } from './tables.ts'

// An empty id would be a filter that matches everything.
const Id = Type.String({ minLength: 1, maxLength: 64 })

type ListDeps = Pick<Deps, 'database' | 'now' | 'ofReachedOrders'> & {
  readonly payments: Pick<Payments, 'owing' | 'ordersNumbered'>
}

export const paymentList = (deps: ListDeps) =>
  defineList({
    operationId: 'listPayments',
    url: '/api/v1/payments',
    summary: 'List payments',
    description:
      'Newest first. A repayment changes `owed` and `dueOn`, and does not count as a change of the payment for `updatedAfter`.',
    config: { access: 'payments:read', unitsToo: true },
    item: PaymentView,
    columns: ['id', 'state', 'method', 'amount', 'refunded', 'orderNumber', 'createdAt'],
    filters: {
      q: filter(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description:
            'The id of a payment, or the number or PO number of its order. A part of a number is enough, unless an order has exactly this number. The list has the payments of the newest 500 of these orders.',
        }),
      ),
      overdue: filter(
        Type.Boolean({
          description: 'Lists only payments on net terms with an open amount past its due date.',
        }),
        (overdue, { actor }) => (overdue ? isOverdue(actor.companyId, deps.now()) : sql`true`),
      ),
      state: filter(PaymentState, (state) => sql`t.state = ${state}`),
      orderId: filter(Id, (orderId) => sql`t.order_id = ${orderId}`),
      checkoutId: filter(Id, (checkoutId) => sql`t.checkout_id = ${checkoutId}`),
    },
    from: sql`payments.payments t`,
    scope: async ({ actor, query: { q } }) => {
      const readable = await readablePayments(deps, deps.database.pool, actor)
      if (q === undefined) return readable
      const orderIds = await deps.payments.ordersNumbered(actor.companyId, q)
      return sql`${readable} and (t.id = ${q} or t.order_id = any(${orderIds}))`
    },
    identity: { 't.id': 'text' },
    sorts: {
      newest: { keys: { 't.created_at': 'timestamptz', 't.id': 'text' }, direction: 'desc' },
    },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadPayments', summary: 'Download payments as CSV' },
    show: async (rows: readonly PaymentRow[], { actor }) => {
      const owing = await deps.payments.owing(actor.companyId, rows.map(toPayment))
      return owing.map(viewOwingPayment)
    },
  })

/**
 * As an array, so that PostgreSQL reads the few open payments and not every payment until it has found enough of them.
 */
function isOverdue(companyId: string, now: Date) {
  return sql`t.id = any(array(
    select d.payment_id from payments.debts d
    where d.company_id = ${companyId} and d.ended_at is null and d.due_on < ${todayOf(companyId, now)}))`
}
