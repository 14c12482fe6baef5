import { Type } from 'typebox'
import { withDescription } from '#kernel/record'
import { listNames } from '#modules/identity'
import { isOfUnits, listUnitsBelow, UnitId } from '#modules/structure'
import { containing, type Database, sql } from '#platform/db'
import { type Condition, defineList, filter, type List, newestFirst } from '#platform/lists'
import { StandingOrderSummaryView, StateName, viewSummary } from './standing-order-schemas.ts'
import { toStandingOrder } from './standing-order-store.ts'
import type { OrderRow } from './tables.ts'
import { readableBy } from './who-reads.ts'

/** The standing orders of a company. */
export function standingOrderList({ pool }: Database): List {
  return defineList({
    operationId: 'listStandingOrders',
    url: '/api/v1/standing-orders',
    summary: 'List standing orders',
    description: 'Newest first, those of everybody in your company.',
    tags: ['Standing orders'],
    config: { access: 'orders:read', operatorsToo: true, unitsToo: true },
    item: StandingOrderSummaryView,
    columns: ['id', 'name', 'state', 'reason', 'ownerName', 'lineCount', 'maxTotal', 'nextDate'],
    filters: {
      state: filter(StateName, (state) => sql`t.state = ${state}`),
      ownerId: filter(
        Type.String({
          maxLength: 64,
          description: 'The person in whose name the orders are placed.',
        }),
        (ownerId) => sql`t.owner_id = ${ownerId}`,
      ),
      unitId: filter(withDescription(UnitId, 'The unit of the standing order, or one above it.')),
      q: filter(
        Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name.' }),
        matchesName,
      ),
    },
    from: sql`standing.orders t`,
    scope: async ({ actor, query: { unitId } }) => {
      const readable = await readableBy(pool, actor)
      if (unitId === undefined) return readable
      return sql`${readable} and ${isOfUnits(await listUnitsBelow(pool, actor.companyId, [unitId]))}`
    },
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadStandingOrders', summary: 'Download standing orders as CSV' },
    show: async (rows: readonly OrderRow[]) => {
      const found = rows.map(toStandingOrder)
      const names = await listNames(pool, [...new Set(found.map(({ ownerId }) => ownerId))])
      return found.map((one) => viewSummary(one, names.get(one.ownerId)))
    },
  })
}

function matchesName(q: string): Condition {
  return sql`t.name ilike ${containing(q)}`
}
