import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Conn, Database } from '#platform/db'
import { MoneyView, viewMoney } from '#platform/http'
import { type Cut, defineList, placed } from '#platform/lists'
import { listNotPlaced, type NotPlaced } from './not-placed-store.ts'

type Deps = {
  readonly database: Database
  /** The names of those companies that exist. */
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
}

const Instant = Type.String({ format: 'date-time' })

const example = {
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  total: { amount: '125.00', currency: 'EUR' },
  requestedAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-05T03:04:05.000Z',
  attempts: 3,
  nextAttemptAt: '2026-01-02T04:04:05.000Z',
  lastError: 'payments.credit_limit_exceeded',
}

const NotPlacedView = record(
  'UnplacedApprovedOrder',
  'An approved order that could not be placed yet.',
  {
    orderId: Type.String(),
    orderNumber: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    total: MoneyView,
    requestedAt: Instant,
    expiresAt: Type.String({
      format: 'date-time',
      description: 'The service gives up at this time.',
    }),
    attempts: Type.Integer(),
    nextAttemptAt: Instant,
    lastError: Type.String({ description: 'The error of the last attempt.' }),
  },
)

export const notPlacedList = (deps: Deps) =>
  defineList({
    operationId: 'listOrdersNotPlaced',
    url: '/admin/orders/not-placed',
    summary: 'List approved orders that were not placed',
    description:
      'Lists the oldest first. The service retries each of them, at growing intervals, until its time is over.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: NotPlacedView,
    examples: [example],
    columns: [
      'orderNumber',
      'companyId',
      'companyName',
      'total',
      'requestedAt',
      'attempts',
      'lastError',
      'nextAttemptAt',
    ],
    filters: {},
    sorts: { oldest: { read: (_request, cut) => readOldest(deps, cut) } },
    show: async (orders: readonly NotPlaced[]) => {
      const ids = [...new Set(orders.map(({ companyId }) => companyId))]
      const names = await deps.namesOf(deps.database.pool, ids)
      return orders.map((order) => viewNotPlaced(order, names.get(order.companyId)))
    },
  })

async function readOldest({ database }: Deps, { after, limit }: Cut) {
  const place = after && String(after[0])
  const orders = await listNotPlaced(database.pool, { after: place, limit })
  return placed(orders, ({ requestId }) => [requestId])
}

function viewNotPlaced(
  order: NotPlaced,
  companyName: string | undefined,
): Static<typeof NotPlacedView> {
  const { orderId, orderNumber, companyId, total, attempts, lastError } = order
  return {
    orderId,
    orderNumber,
    companyId,
    ...(companyName !== undefined && { companyName }),
    total: viewMoney(total),
    requestedAt: order.requestedAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    attempts,
    nextAttemptAt: order.nextAttemptAt.toISOString(),
    lastError,
  }
}
