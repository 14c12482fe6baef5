// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type DocumentRow = {
  product_id: string
  supplier_company_id: string
  brand: string
  category_ids: string[]
  ship_to: string[]
  traits: string[]
  price: string
  currency: string
  released_on: string
  name_key: string
  length: number
  tsv: string
  frequencies: string
  analysis: number
}

export type EventRow = {
  company_id: string
  search_id: string
  event: number
  kind: string
  products: number
  data: unknown
}

export type FoundProductRow = {
  company_id: string
  search_id: string
  product_id: string
}

export type LanguageRow = {
  language: string
}

export type MixedDocumentRow = {
  present: boolean
}

export type ReindexPassRow = {
  analysis: number
  total: number
  documents_done: number
  place: string
  completed_at: Date | null
}

export type SearchRow = {
  company_id: string
  id: string
  owner_id: string
  state: string
  request: unknown
  sources: unknown
  last_event: number
  products: number
  failure_code: string | null
  created_at: Date
  deadline_at: Date
  ended_at: Date | null
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
}

export type SynonymRow = {
  id: string
  language: string
  words: string[]
  also_find: string[]
  created_at: Date
  updated_at: Date
}

export type TermRow = {
  lexeme: string
  documents: number
}

export type TotalRow = {
  name: string
  documents: number
  average_length: number
  refreshed_at: Date | null
}

export type WordRow = {
  word: string
  documents: number
}

export type SearchTables = {
  'search.documents': WithDefaults<DocumentRow, 'analysis'>
  'search.events': EventRow
  'search.found_products': FoundProductRow
  'search.languages': LanguageRow
  'search.mixed_documents': WithDefaults<MixedDocumentRow, 'present'>
  'search.reindex_passes': ReindexPassRow
  'search.searches': WithDefaults<SearchRow, 'deaths'>
  'search.synonyms': SynonymRow
  'search.terms': TermRow
  'search.totals': TotalRow
  'search.words': WordRow
}

export const tables = (conn: Conn) => conn.withTables<SearchTables>()
