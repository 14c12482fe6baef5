import { Type } from 'typebox'
import { listNames } from '#modules/identity'
import { containing, type Database, sql } from '#platform/db'
import { type Condition, defineList, filter, type List } from '#platform/lists'
import { countLines } from './line-store.ts'
import { RequisitionSummaryView, StateName, viewSummary } from './requisition-schemas.ts'
import { toRequisition } from './requisition-store.ts'
import type { RequisitionRow } from './tables.ts'
import { readableBy } from './who-reads.ts'

/** The requisitions that the actor may read: their own, and for buyers all that have been submitted. */
export function requisitionList({ pool }: Database): List {
  return defineList({
    operationId: 'listRequisitions',
    url: '/api/v1/requisitions',
    summary: 'List requisitions',
    description:
      'Newest first. Your own requisitions; those who may pay also see all that have been submitted.',
    tags: ['Requisitions'],
    config: { access: 'requester:read', operatorsToo: true },
    item: RequisitionSummaryView,
    columns: [
      'number',
      'id',
      'state',
      'title',
      'requesterName',
      'unitId',
      'lineCount',
      'neededBy',
      'orderNumber',
      'submittedAt',
      'changedAt',
    ],
    filters: {
      state: filter(StateName, (state) => sql`t.state = ${state}`),
      requesterId: filter(
        Type.String({ maxLength: 64, description: 'The person or integration that asks.' }),
        (requesterId) => sql`t.requester_id = ${requesterId}`,
      ),
      unitId: filter(
        Type.String({
          maxLength: 64,
          description: 'The unit of the requisition, or one above it.',
        }),
      ),
      q: filter(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'A part of the number, of the title, of what a line asks for, of its PO number or of the number of its order.',
        }),
        matchesText,
      ),
    },
    from: sql`requisitions.requisitions t`,
    scope: ({ actor, query: { unitId } }) => readableBy(pool, actor, unitId),
    identity: { 't.id': 'text' },
    sorts: { newest: { keys: { 't.id': 'text' }, direction: 'desc' } },
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadRequisitions', summary: 'Download requisitions as CSV' },
    show: async (rows: readonly RequisitionRow[]) => {
      const requisitions = rows.map(toRequisition)
      const [first] = requisitions
      if (!first) return []
      const ids = requisitions.map(({ id }) => id)
      const counts = await countLines(pool, first.companyId, ids)
      const names = await listNames(pool, [
        ...new Set(requisitions.map(({ requesterId }) => requesterId)),
      ])
      return requisitions.map((requisition) =>
        viewSummary(requisition, {
          requesterName: names.get(requisition.requesterId),
          lineCount: counts.get(requisition.id) ?? 0,
        }),
      )
    },
  })
}

function matchesText(q: string): Condition {
  const pattern = containing(q)
  return sql`(t.number ilike ${pattern} or t.title ilike ${pattern} or exists (
    select 1 from requisitions.lines l
    where l.company_id = t.company_id and l.requisition_id = t.id
      and (l.what ilike ${pattern} or l.po_number ilike ${pattern} or l.order_number ilike ${pattern})))`
}
