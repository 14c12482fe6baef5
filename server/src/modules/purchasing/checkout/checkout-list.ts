import { type Static, Type } from 'typebox'
import { ownerIdOf, readsOwnOnly } from '#kernel/actor'
import { money } from '#kernel/money'
import { record } from '#kernel/record'
import { listOrderNumbers } from '#modules/orders'
import { type Database, sql } from '#platform/db'
import { MoneyView, viewMoney } from '#platform/http'
import { defineList, filter, ofCompany } from '#platform/lists'
import type { AttemptState } from './attempt.ts'
import { CheckoutView } from './schemas.ts'

const { state: State, cartId, createdAt, reservedUntil } = CheckoutView.properties
const { orderId, endedAt } = CheckoutView.properties
const Instant = Type.String({ format: 'date-time' })

const CheckoutSummaryView = record(
  'CheckoutSummary',
  'A checkout, as lists show it. Get the checkout for its lines and its payment.',
  {
    id: Type.String(),
    state: State,
    cartId,
    total: MoneyView,
    startedBy: Type.String({ description: 'The id of the person or API key.' }),
    createdAt,
    reservedUntil,
    paymentId: Type.Optional(Type.String()),
    orderId,
    orderNumber: Type.Optional(Type.String()),
    endedAt,
  },
)

const example: Static<typeof CheckoutSummaryView> = {
  id: 'chk_01m7xb7z9t5a3q7v1m8c2w6xke',
  state: 'COMPLETED',
  cartId: 'cart_01m7xb6f3d0a8c5e2g9j4k7m1n',
  total: { amount: '10.00', currency: 'EUR' },
  startedBy: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  createdAt: '2026-01-02T03:04:05.000Z',
  reservedUntil: '2026-01-02T03:19:05.000Z',
  paymentId: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123',
  endedAt: '2026-01-02T03:06:00.000Z',
}

/** A checkout without its snapshot, which may be long. */
type SummaryRow = {
  id: string
  owner_id: string
  cart_id: string | null
  state: AttemptState
  total_minor: number
  currency: string
  created_at: Date
  reserved_until: Date
  payment_id: string | null
  order_id: string | null
  ended_at: Date | null
}

/** By `attempts_by_company`. Few checkouts are live or fail, and indexes of their own find these. */
export const checkoutList = (database: Database) =>
  defineList({
    operationId: 'listCheckouts',
    url: '/api/v1/checkout',
    summary: 'List checkouts',
    description: 'The checkouts of your company, newest first.',
    config: { access: 'orders:read', unitsToo: true },
    item: CheckoutSummaryView,
    examples: [example],
    columns: ['id', 'state', 'total', 'startedBy', 'orderNumber', 'createdAt'],
    filters: {
      state: filter(State, (state) => sql`t.state = ${state}`),
      mine: filter(
        Type.Boolean({ description: 'True: only checkouts that you, or this API key, started.' }),
        (mine, { actor }) => (mine ? sql`t.owner_id = ${ownerIdOf(actor)}` : sql`true`),
      ),
      createdAfter: filter(Instant, (at) => sql`t.created_at > ${at}::timestamptz`),
      createdBefore: filter(Instant, (at) => sql`t.created_at < ${at}::timestamptz`),
    },
    from: sql`checkout.attempts t`,
    select: sql`t.id, t.owner_id, t.cart_id, t.state, t.total_minor, t.currency, t.created_at, t.reserved_until, t.payment_id,
    t.order_id, t.ended_at`,
    scope: ({ actor }) =>
      readsOwnOnly(actor)
        ? sql`${ofCompany(actor)} and t.owner_id = ${actor.id}`
        : ofCompany(actor),
    identity: { 't.id': 'text' },
    sorts: {
      newest: { keys: { 't.created_at': 'timestamptz', 't.id': 'text' }, direction: 'desc' },
    },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadCheckouts', summary: 'Download checkouts as CSV' },
    show: async (rows: readonly SummaryRow[], { actor: { companyId } }) => {
      const numbers = await listOrderNumbers(
        database.pool,
        rows.map((row) => ({ companyId, orderId: row.order_id })),
      )
      return rows.map((row) => viewCheckoutSummary(row, numbers))
    },
  })

function viewCheckoutSummary(
  row: SummaryRow,
  numbers: ReadonlyMap<string, string>,
): Static<typeof CheckoutSummaryView> {
  const { cart_id: cart, payment_id: paymentId, order_id: order, ended_at: end } = row
  const orderNumber = order === null ? undefined : numbers.get(order)
  return {
    id: row.id,
    state: row.state,
    ...(cart !== null && { cartId: cart }),
    total: viewMoney(money(BigInt(row.total_minor), row.currency)),
    startedBy: row.owner_id,
    createdAt: row.created_at.toISOString(),
    reservedUntil: row.reserved_until.toISOString(),
    ...(paymentId !== null && { paymentId }),
    ...(order !== null && { orderId: order }),
    ...(orderNumber !== undefined && { orderNumber }),
    ...(end && { endedAt: end.toISOString() }),
  }
}
