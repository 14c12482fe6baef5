import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Database, sql } from '#platform/db'
import { defineList, filter, newestFirst, ofCompany } from '#platform/lists'
import { ReturnView, viewReturn } from '../fulfilment/fulfilment-views.ts'
import { patternOf } from '../order-list-store.ts'
import type { ReturnRow } from '../tables.ts'
import { isReached, reachOf } from '../whose-orders.ts'
import { toReturn } from './return-store.ts'

const { lines: _, ...ofReturn } = ReturnView.properties

const ListedReturnView = record('ListedReturn', 'A return, with the order that it belongs to.', {
  orderId: Type.String(),
  orderNumber: Type.String(),
  requestedBy: Type.String(),
  ...ofReturn,
})

type Row = ReturnRow & { order_number: string }

export const returnList = ({ pool }: Database) =>
  defineList({
    operationId: 'listReturns',
    url: '/api/v1/returns',
    summary: 'List returns',
    description:
      'The returns of all orders of your company, newest first. The order has the lines of each return.',
    tags: ['Orders'],
    config: { access: 'orders:read', unitsToo: true },
    item: ListedReturnView,
    columns: ['number', 'state', 'orderNumber', 'supplierId', 'requestedBy', 'requestedAt'],
    filters: {
      q: filter(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description:
            'A part of the number of the return, or of the number or PO number of its order.',
        }),
        (q) => sql`(lower(t.number) like ${patternOf(q)} or lower(o.number) like ${patternOf(q)}
          or lower(o.po_number) like ${patternOf(q)})`,
      ),
      state: filter(ReturnView.properties.state, (state) => sql`t.state = ${state}`),
    },
    from: sql`orders.returns t join orders.orders o on o.company_id = t.company_id and o.id = t.order_id`,
    select: sql`t.*, o.number as order_number`,
    scope: async ({ actor }) => {
      const reach = await reachOf(pool, actor, 'orders:read')
      return reach ? sql`${ofCompany(actor)} and ${isReached(reach, 'o')}` : ofCompany(actor)
    },
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    writtenAt: 't.written_at',
    csv: { operationId: 'downloadReturns', summary: 'Download returns as CSV' },
    show: (rows: readonly Row[]) => rows.map(viewListedReturn),
  })

function viewListedReturn(row: Row): Type.Static<typeof ListedReturnView> {
  const { lines: _, ...shown } = viewReturn(toReturn(row, []))
  return {
    orderId: row.order_id,
    orderNumber: row.order_number,
    requestedBy: row.requested_by,
    ...shown,
  }
}
