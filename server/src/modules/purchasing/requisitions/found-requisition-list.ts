import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { listCompanyNames } from '#modules/identity'
import { containing, type Database, sql } from '#platform/db'
import { type Condition, defineList, filter, newestFirst, ofScope } from '#platform/lists'
import { RequisitionSummaryView, StateName } from './requisition-schemas.ts'
import { toRequisition } from './requisition-store.ts'
import type { RequisitionRow } from './tables.ts'

const { id, number, state, title, requesterId, submittedAt, changedAt } =
  RequisitionSummaryView.properties
const { orderId, orderNumber } = RequisitionSummaryView.properties

const FoundRequisitionView = record(
  'FoundRequisition',
  'A requisition of any company, as operators find it.',
  {
    id,
    number,
    companyId: Type.String(),
    companyName: Type.Optional(Type.String()),
    state,
    title,
    requesterId,
    orderId,
    orderNumber,
    submittedAt,
    changedAt,
  },
)

const example: Static<typeof FoundRequisitionView> = {
  id: 'rqn_01m7xb82dw3khw78phh28dvacd',
  number: 'REQ-2026-000123',
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  companyName: 'Example GmbH',
  state: 'ORDERED',
  title: 'Desks for the new office',
  requesterId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123',
  submittedAt: '2026-01-02T03:04:05.000Z',
  changedAt: '2026-01-03T03:04:05.000Z',
}

/** A customer on the phone reads the number of a requisition out. Nobody but its requester reads a draft. */
export const foundRequisitionList = ({ pool }: Database) =>
  defineList({
    operationId: 'searchRequisitions',
    url: '/admin/requisitions',
    summary: 'Search requisitions of all companies',
    description: 'Newest first. Drafts are left out.',
    tags: ['Operations'],
    config: { access: 'operator' },
    item: FoundRequisitionView,
    examples: [example],
    columns: [
      'id',
      'number',
      'companyId',
      'companyName',
      'state',
      'title',
      'requesterId',
      'orderNumber',
      'submittedAt',
    ],
    csv: {
      operationId: 'downloadRequisitionsOfAll',
      summary: 'Download requisitions of all companies as CSV',
    },
    filters: {
      companyId: filter(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'The id of the company of the requester.',
        }),
      ),
      q: filter(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'A part of the number of the requisition, or of the number of its order.',
        }),
        hasNumber,
      ),
      state: filter(StateName, (chosen) => sql`t.state = ${chosen}`),
    },
    from: sql`requisitions.requisitions t`,
    scope: ({ query }) => sql`${ofScope(query.companyId)} and t.state <> 'DRAFT'`,
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    show: async (rows: readonly RequisitionRow[]) => {
      const names = await listCompanyNames(pool, [...new Set(rows.map((row) => row.company_id))])
      return rows.map((row) => viewFound(row, names.get(row.company_id)))
    },
  })

/** `requisitions_by_numbers` has this expression. */
function hasNumber(q: string): Condition {
  const pattern = containing(q)
  return sql`lower(t.number || ' ' || coalesce(t.order_number, '')) like lower(${pattern})`
}

function viewFound(
  row: RequisitionRow,
  companyName: string | undefined,
): Static<typeof FoundRequisitionView> {
  const requisition = toRequisition(row)
  const { order, submittedAt: submitted } = requisition
  return {
    id: requisition.id,
    number: requisition.number,
    companyId: requisition.companyId,
    ...(companyName !== undefined && { companyName }),
    state: requisition.state,
    title: requisition.title,
    requesterId: requisition.requesterId,
    ...(order && { orderId: order.id, orderNumber: order.number }),
    ...(submitted && { submittedAt: submitted.toISOString() }),
    changedAt: requisition.changedAt.toISOString(),
  }
}
