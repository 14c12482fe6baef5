import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import type { Conn, Database } from '#platform/db'
import { list, MoneyView, PageQuery, type Routes, viewMoney } from '#platform/http'
import { listNotPlaced, type NotPlaced } from './requests/not-placed-store.ts'

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

export function approvalOperatorRoutes({ database, namesOf }: Deps): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/admin/orders/not-placed',
      config: { access: 'operator' },
      schema: {
        operationId: 'listOrdersNotPlaced',
        tags: ['Operations'],
        summary: 'List approved orders that were not placed',
        description:
          'Lists the oldest first. The service retries each of them, at growing intervals, until its time is over.',
        querystring: PageQuery,
        response: list(NotPlacedView, { examples: [example] }),
      },
      handler: async ({ page }) => {
        const cut = { after: page.after(Type.String()), limit: page.probe }
        const found = await listNotPlaced(database.pool, cut)
        const ids = [...new Set(found.map(({ companyId }) => companyId))]
        const names = await namesOf(database.pool, ids)
        const view = (one: NotPlaced) => viewNotPlaced(one, names.get(one.companyId))
        return page.answer(found, view, ({ requestId }) => requestId)
      },
    })
  }
}

function viewNotPlaced(
  one: NotPlaced,
  companyName: string | undefined,
): Static<typeof NotPlacedView> {
  const { orderId, companyId, total, attempts, lastError } = one
  return {
    orderId,
    companyId,
    ...(companyName !== undefined && { companyName }),
    total: viewMoney(total),
    requestedAt: one.requestedAt.toISOString(),
    expiresAt: one.expiresAt.toISOString(),
    attempts,
    nextAttemptAt: one.nextAttemptAt.toISOString(),
    lastError,
  }
}
