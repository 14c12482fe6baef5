import { type Database, sql } from '#platform/db'
import { defineList, filter, type List } from '#platform/lists'
import { readStandingOrder } from './change-standing-orders.ts'
import { toRun } from './run-store.ts'
import { StandingOrderParams } from './standing-order-bodies.ts'
import { RunStateName, RunView, viewRun } from './standing-order-schemas.ts'
import type { RunRow } from './tables.ts'

/** The dates of a standing order that have come or were skipped. */
export function runList({ pool }: Database): List {
  return defineList({
    operationId: 'listStandingOrderRuns',
    url: '/api/v1/standing-orders/:standingOrderId/runs',
    summary: 'List the runs of a standing order',
    description:
      'What became of each date, the latest date first. Skipped dates ahead are among them.',
    tags: ['Standing orders'],
    config: {
      access: 'orders:read',
      operatorsToo: true,
      unitsToo: true,
      fails: ['standing.order_not_found'],
    },
    params: StandingOrderParams,
    item: RunView,
    columns: [
      'date',
      'state',
      'tries',
      'nextTryOn',
      'reason',
      'failure.code',
      'orderNumber',
      'changedAt',
    ],
    filters: { state: filter(RunStateName, (state) => sql`t.state = ${state}`) },
    from: sql`standing.runs t`,
    scope: async ({ actor, params }) => {
      const { companyId, id } = await readStandingOrder(pool, actor, params.standingOrderId ?? '')
      return sql`t.company_id = ${companyId} and t.standing_order_id = ${id}`
    },
    identity: { 't.date': 'date' },
    sorts: { latest: { keys: { 't.date': 'date' }, direction: 'desc' } },
    writtenAt: 't.written_at',
    csv: {
      operationId: 'downloadStandingOrderRuns',
      summary: 'Download the runs of a standing order as CSV',
    },
    show: (rows: readonly RunRow[], { locale }) => rows.map((row) => viewRun(toRun(row), locale)),
  })
}
