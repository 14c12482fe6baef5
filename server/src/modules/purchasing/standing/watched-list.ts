import { Type } from 'typebox'
import { record } from '#kernel/record'
import { listCompanyNames } from '#modules/identity'
import { type Database, sql } from '#platform/db'
import { defineList, filter, type List, newestFirst, ofScope } from '#platform/lists'
import type { StandingOrderState } from './standing-order.ts'
import { StateName } from './standing-order-schemas.ts'

const Instant = Type.String({ format: 'date-time' })

const example = {
  standingOrderId: 'sto_01m7xb82dw3khw78phh28dvacd',
  name: 'Coffee for the kitchens',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  state: 'ACTIVE' as const,
  nextLookAt: '2026-12-07T05:00:00.000Z',
  failedDate: '2026-12-04',
  failureCode: 'checkout.stock_short',
}

const WatchedView = record(
  'WatchedStandingOrder',
  'A standing order of any company, and what keeps it from its next order.',
  {
    standingOrderId: Type.String(),
    name: Type.String(),
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    state: StateName,
    nextLookAt: Type.Optional(Instant),
    failedDate: Type.Optional(
      Type.String({
        format: 'date',
        description: 'The oldest date that was refused and waits for another try.',
      }),
    ),
    failureCode: Type.Optional(Type.String({ description: 'What refused its last try.' })),
    lastError: Type.Optional(
      Type.String({ description: 'The error of the service that holds it up.' }),
    ),
  },
  { examples: [example] },
)

type WatchedRow = {
  readonly id: string
  readonly name: string
  readonly company_id: string
  readonly state: StandingOrderState
  readonly available_at: Date
  readonly last_error: string | null
  readonly failed_date: string | null
  readonly failure_code: string | null
}

export function watchedList({ pool }: Database): List {
  return defineList({
    operationId: 'searchStandingOrders',
    url: '/admin/standing-orders',
    summary: 'Search standing orders of all companies',
    description: 'Newest first.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: WatchedView,
    examples: [example],
    columns: [
      'standingOrderId',
      'name',
      'companyId',
      'companyName',
      'state',
      'failedDate',
      'failureCode',
      'lastError',
      'nextLookAt',
    ],
    csv: {
      operationId: 'downloadStandingOrdersOfAll',
      summary: 'Download standing orders of all companies as CSV',
    },
    filters: {
      state: filter(StateName, (state) => sql`t.state = ${state}`),
      trouble: filter(
        Type.Enum(['REFUSED', 'HELD_UP'], {
          description:
            'REFUSED: a date waits for another try. HELD_UP: by an error of the service.',
        }),
        (trouble) =>
          trouble === 'REFUSED' ? sql`f.date is not null` : sql`t.failing_since is not null`,
      ),
      companyId: filter(Type.String({ maxLength: 64 })),
    },
    from: sql`standing.orders t left join lateral (
      select r.date, r.failure_code from standing.runs r
      where r.company_id = t.company_id and r.standing_order_id = t.id and r.state = 'FAILED'
      order by r.date limit 1
    ) f on true`,
    select: sql`t.id, t.name, t.company_id, t.state, t.available_at, t.last_error, f.date as failed_date, f.failure_code`,
    scope: ({ query }) => ofScope(query.companyId),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    show: async (rows: readonly WatchedRow[]) => {
      const names = await listCompanyNames(pool, [...new Set(rows.map((row) => row.company_id))])
      return rows.map((row) => viewWatched(row, names.get(row.company_id)))
    },
  })
}

function viewWatched(row: WatchedRow, companyName: string | undefined) {
  const { failed_date: failedDate, failure_code: failureCode, last_error: lastError } = row
  return {
    standingOrderId: row.id,
    name: row.name,
    companyId: row.company_id,
    ...(companyName !== undefined && { companyName }),
    state: row.state,
    ...(row.state === 'ACTIVE' && { nextLookAt: row.available_at.toISOString() }),
    ...(failedDate !== null && { failedDate }),
    ...(failureCode !== null && { failureCode }),
    ...(lastError !== null && { lastError }),
  }
}
