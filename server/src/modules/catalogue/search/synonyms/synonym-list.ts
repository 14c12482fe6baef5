import { sql } from '#platform/db'
import { defineList } from '#platform/lists'
import type { SynonymRow } from '../tables.ts'
import { SynonymsView, synonymsExample, viewSynonyms } from './synonym-schemas.ts'
import { toSynonym } from './synonym-store.ts'

export const synonymList = defineList({
  operationId: 'listSynonyms',
  url: '/admin/catalog/synonyms',
  summary: 'List synonyms',
  description: 'Oldest first.',
  tags: ['Catalogue'],
  config: { access: 'operator' },
  item: SynonymsView,
  examples: [synonymsExample],
  columns: ['language', 'words', 'alsoFind', 'updatedAt'],
  filters: {},
  from: sql`search.synonyms t`,
  scope: () => sql`true`,
  identity: { 't.id': 'text' },
  sorts: { oldest: { keys: { 't.id': 'text' }, direction: 'asc' } },
  show: (rows: readonly SynonymRow[]) => rows.map((row) => viewSynonyms(toSynonym(row))),
})
