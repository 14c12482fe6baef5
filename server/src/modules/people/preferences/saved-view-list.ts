import { sql } from '#platform/db'
import { defineList, filter } from '#platform/lists'
import type { ViewRow } from './tables.ts'
import { ListName, ViewOfList, viewSaved } from './view-schemas.ts'
import { toView } from './view-store.ts'

export const savedViewList = defineList({
  operationId: 'listSavedViews',
  url: '/api/v1/views',
  summary: 'List your saved views',
  description: 'Your own views of lists, by list and name.',
  tags: ['Saved views'],
  config: { access: 'person' },
  item: ViewOfList,
  columns: ['id', 'list', 'name', 'changedAt'],
  filters: { list: filter(ListName, (list) => sql`t.list = ${list}`) },
  from: sql`preferences.views t`,
  scope: ({ actor }) => sql`t.company_id = ${actor.companyId} and t.user_id = ${actor.id}`,
  identity: { 't.id': 'text' },
  sorts: { name: { keys: { 't.list': 'text', 't.name': 'text' }, direction: 'asc' } },
  show: (rows: readonly ViewRow[]) => rows.map((row) => viewSaved(toView(row))),
})
