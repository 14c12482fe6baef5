import { Type } from 'typebox'
import { type Database, sql } from '#platform/db'
import { defineList, filter, type List, newestFirst, ofCompany } from '#platform/lists'
import type { UnitRow } from '../tables.ts'
import { UnitId, UnitKindName, UnitView, viewUnit } from './unit-schemas.ts'
import { toUnit } from './unit-store.ts'
import { unitsToBuyFor } from './units-of-roles.ts'

export function unitList({ pool }: Database): List {
  return defineList({
    operationId: 'listUnits',
    url: '/api/v1/company/units',
    summary: 'List company units',
    description:
      'Newest first. The units that have ended are there too, unless a filter leaves them out.',
    tags: ['Company structure'],
    config: { access: 'requester:read', operatorsToo: true },
    item: UnitView,
    columns: ['id', 'name', 'kind', 'parentId', 'externalId', 'state', 'changedAt'],
    filters: {
      state: filter(Type.Enum(['ACTIVE', 'ENDED']), (state) =>
        state === 'ACTIVE' ? sql`t.ended_at is null` : sql`t.ended_at is not null`,
      ),
      kind: filter(UnitKindName, (kind) => sql`t.kind = ${kind}`),
      parentId: filter(UnitId, (parentId) => sql`t.parent_id = ${parentId}`),
      buyable: filter(
        Type.Boolean({ description: 'True: only the active units for which you can buy.' }),
      ),
    },
    from: sql`structure.units t`,
    scope: async ({ actor, query: { buyable } }) => {
      const all = ofCompany(actor)
      if (!buyable) return all
      const reached = await unitsToBuyFor(pool, actor)
      const isActive = sql`${all} and t.ended_at is null`
      return reached ? sql`${isActive} and t.id = any(${[...reached]}::text[])` : isActive
    },
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadUnits', summary: 'Download units as CSV' },
    show: (rows: readonly UnitRow[]) => rows.map((row) => viewUnit(toUnit(row))),
  })
}
