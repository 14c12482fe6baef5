import { Type } from 'typebox'
import { sql } from '#platform/db'
import { defineList, filter, newestFirst } from '#platform/lists'
import { type AssortmentRow, assortmentColumns, toAssortment } from './assortment-store.ts'
import { AssortmentView, assortmentExample, viewAssortment } from './schemas.ts'

export const assortmentList = defineList({
  operationId: 'listAssortments',
  url: '/api/v1/assortments',
  summary: 'List assortments',
  description: 'Newest first.',
  config: { access: 'operator' },
  item: AssortmentView,
  examples: [assortmentExample],
  columns: ['name', 'companyIds', 'unitId', 'version', 'updatedAt'],
  filters: {
    unitId: filter(Type.String({ maxLength: 64 }), (unitId) => sql`t.unit_id = ${unitId}`),
  },
  from: sql`products.assortments t`,
  select: assortmentColumns,
  scope: () => sql`true /* across companies: operators decide what each company sees */`,
  identity: { 't.id': 'text' },
  sorts: newestFirst,
  writtenAt: 't.written_at',
  show: (rows: readonly AssortmentRow[]) => rows.map((row) => viewAssortment(toAssortment(row))),
})
