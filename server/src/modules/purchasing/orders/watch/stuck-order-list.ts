import { type Static, Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import {
  type Cut,
  defineList,
  filter,
  type ListRequest,
  placed,
  type QueryOf,
} from '#platform/lists'
import { OrderStateName } from '../schemas.ts'
import type { NamedStuckOrder, OrderWatch } from './order-watch.ts'
import { stuckReasons } from './stuck-order-store.ts'

const filters = {
  reason: filter(Type.Enum([...stuckReasons])),
  companyId: filter(Type.String({ maxLength: 64, description: 'The id of the buying company.' })),
}

const StuckOrderView = record(
  'StuckOrder',
  'An order that does not progress, as operators see it.',
  {
    orderId: Type.String(),
    number: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    state: OrderStateName,
    reason: Type.Enum([...stuckReasons], {
      description:
        'UNCONFIRMED: no supplier has confirmed it for ORDERS_UNCONFIRMED_HOURS. UNSHIPPED: it is not completely shipped ORDERS_UNSHIPPED_DAYS after it was placed. CREDIT_UNSETTLED: money of a cancellation or a return was not refunded for 15 minutes. CREDIT_REFUSED: the provider refuses the refund, and an operator decides how to refund.',
    }),
    since: Type.String({
      format: 'date-time',
      description: 'The time when the order was placed, or when the refund became due.',
    }),
    amount: withDescription(
      MoneyView,
      'The total of the order, or the amount to refund for a credit.',
    ),
    poNumber: Type.Optional(Type.String()),
    suppliers: Type.Array(
      record('StuckOrderSupplier', 'A supplier that the order waits for.', {
        id: Type.String(),
        name: Type.Optional(Type.String()),
      }),
      {
        description: 'The suppliers that have not confirmed or shipped yet.',
      },
    ),
    creditId: Type.Optional(
      Type.String({ description: 'The id of the credit whose money was not refunded.' }),
    ),
    lastError: Type.Optional(Type.String({ description: 'The error of the last attempt.' })),
  },
)

const example = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  number: 'PO-2026-000123',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  state: 'PLACED' as const,
  reason: 'UNCONFIRMED' as const,
  since: '2026-01-02T03:04:05.000Z',
  amount: { amount: '125.00', currency: 'EUR' },
  suppliers: [{ id: 'co_01m7xb82dw3khw78phh28dvace', name: 'Kabelwerk Direkt' }],
}

export const stuckOrderList = (watch: OrderWatch) =>
  defineList({
    operationId: 'listStuckOrders',
    url: '/admin/orders/stuck',
    summary: 'List stuck orders',
    description: 'Lists the oldest first. An order with two reasons is listed twice.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: StuckOrderView,
    examples: [example],
    columns: [
      'number',
      'companyId',
      'companyName',
      'state',
      'reason',
      'since',
      'amount',
      'lastError',
    ],
    filters,
    sorts: { oldest: { read: (request: Request, cut) => readOldest(watch, request, cut) } },
    show: (orders: readonly NamedStuckOrder[]) => orders.map(viewStuck),
  })

type Request = ListRequest<QueryOf<typeof filters>>

async function readOldest(watch: OrderWatch, { query }: Request, { after, limit }: Cut) {
  const { reason, companyId } = query
  const [since, id] = after ?? []
  const place = id === undefined ? undefined : { since: new Date(Number(since)), id: String(id) }
  const found = await watch.listStuck({ reason, companyId, after: place, limit })
  return placed(found, (stuck) => [stuck.since.getTime(), stuck.id])
}

function viewStuck(stuck: NamedStuckOrder): Static<typeof StuckOrderView> {
  const { companyName, poNumber, creditId, lastError } = stuck
  return {
    orderId: stuck.orderId,
    number: stuck.number,
    companyId: stuck.companyId,
    ...(companyName !== undefined && { companyName }),
    state: stuck.state,
    reason: stuck.reason,
    since: stuck.since.toISOString(),
    amount: viewMoney(stuck.amount),
    ...(poNumber !== undefined && { poNumber }),
    suppliers: stuck.suppliers.map(({ id, name }) => ({ id, ...(name !== undefined && { name }) })),
    ...(creditId !== undefined && { creditId }),
    ...(lastError !== undefined && { lastError }),
  }
}
