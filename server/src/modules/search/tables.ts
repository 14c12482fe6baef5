// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults, WithGenerated } from '#platform/db'

export type AssortmentCompanyRow = {
  assortment_id: string
  buyer_company_id: string
}

export type AssortmentRuleRow = {
  assortment_id: string
  effect: string
  kind: string
  value: string
}

export type AssortmentRow = {
  id: string
  name: string
  version: number
  created_at: Date
  updated_at: Date
}

export type CategoryRow = {
  id: string
  parent_id: string | null
  name: string
  path_ids: string[]
  path_names: string[]
  nouns: string[]
  tax_class: string | null
  heads: string[]
}

export type ChangeRow = {
  xid: string
  what: string
  at: Date
}

export type ContractPriceListRow = {
  contract_id: string
  price_list_id: string
  place: number
}

export type ContractRow = {
  id: string
  supplier_company_id: string
  buyer_company_id: string
  reference: string
  state: string
  valid_from: Date
  valid_until: Date | null
  version: number
  created_at: Date
  updated_at: Date
  order_discounts: unknown
}

export type CurrencyRow = {
  currency: string
}

export type ImportChunkRow = {
  company_id: string
  import_id: string
  place: number
  bytes: Uint8Array
}

export type ImportProblemRow = {
  company_id: string
  import_id: string
  number: number
  line: number
  sku: string | null
  field: string | null
  code: string
  message: string
  fatal: boolean
}

export type ImportSkusRow = {
  company_id: string
  import_id: string
  sku: string
  record: number
}

export type ImportRow = {
  company_id: string
  id: string
  state: string
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  options: unknown
  format: string | null
  bytes_received: number
  chunks: number
  records_done: number
  bytes_read: number
  created: number
  updated: number
  unchanged: number
  failed: number
  discontinued: number
  problems: number
  unnamed: number
  failure_code: string | null
  failure: unknown
  started_by: string
  created_at: Date
  queued_at: Date | null
  started_at: Date | null
  cancel_requested_at: Date | null
  ended_at: Date | null
  deaths: number
}

export type LoadRow = {
  name: string
  lines_done: number
  completed_at: Date | null
  place: string | null
  total: number | null
}

export type PriceDiscountRow = {
  price_list_id: string
  kind: string
  value: string
  percent: string
}

export type PriceEntryRow = {
  price_list_id: string
  product_id: string
  unit_price: string
  tier_quantities: number[]
  tier_prices: string[]
}

export type PriceListCompanyRow = {
  price_list_id: string
  buyer_company_id: string
}

export type PriceListRow = {
  id: string
  supplier_company_id: string
  name: string
  currency: string
  valid_from: Date
  valid_until: Date | null
  version: number
  created_at: Date
  updated_at: Date
}

export type PriceTierRow = {
  product_id: string
  min_quantity: number
  unit_price: string
}

export type ProductRow = {
  id: string
  supplier_company_id: string
  sku: string
  mpn: string
  gtins: string[]
  name: string
  brand: string
  description: string
  attributes: unknown
  category_id: string
  state: string
  version: number
  unit: string
  moq: number
  multiple: number
  lead_time_days: number
  ship_to: string[]
  list_price: string
  currency: string
  sample: boolean
  released_on: string
  created_at: Date
  updated_at: Date
  image_urls: string[]
  classes: string[]
  tax_class: string | null
  language: string
  import_digest: string | null
  import_version: number | null
  per_quantity: number
  contents: string | null
}

export type SearchDocumentRow = {
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

export type SearchEventRow = {
  company_id: string
  search_id: string
  event: number
  kind: string
  products: number
  data: unknown
}

export type SearchIdentifierRow = {
  product_id: string
  kind: string
  value: string
}

export type SearchLanguageRow = {
  language: string
}

export type SearchProductRow = {
  company_id: string
  search_id: string
  product_id: string
}

export type SearchTermRow = {
  lexeme: string
  documents: number
}

export type SearchTotalRow = {
  name: string
  documents: number
  average_length: number
  refreshed_at: Date | null
}

export type SearchWordRow = {
  word: string
  documents: number
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

export type StockRow = {
  product_id: string
  on_hand: number
  reserved: number
  committed: number
  updated_at: Date
}

export type StockCountRow = {
  product_id: string
  location_id: string
  counted: number
  counted_at: Date
}

export type StockLocationRow = {
  id: string
  supplier_company_id: string
  name: string
  country: string
  lead_time_days: number | null
  position: number
  created_at: Date
  updated_at: Date
}

export type SupersededRow = {
  supplier_company_id: string
  sku: string
  successor_sku: string
  numbers: string[]
}

export type SupplierRow = {
  id: string
  name: string
  closed_at: Date | null
}

export type SynonymRow = {
  id: string
  language: string
  words: string[]
  also_find: string[]
  created_at: Date
  updated_at: Date
}

export type CatalogTables = {
  'catalog.assortment_companies': AssortmentCompanyRow
  'catalog.assortment_rules': AssortmentRuleRow
  'catalog.assortments': AssortmentRow
  'catalog.categories': WithGenerated<CategoryRow, 'heads'>
  'catalog.changes': WithDefaults<ChangeRow, 'xid' | 'at'>
  'catalog.contract_price_lists': ContractPriceListRow
  'catalog.contracts': ContractRow
  'catalog.currencies': CurrencyRow
  'catalog.import_chunks': ImportChunkRow
  'catalog.import_problems': ImportProblemRow
  'catalog.import_skus': ImportSkusRow
  'catalog.imports': WithDefaults<
    ImportRow,
    'attempts' | 'bytes_received' | 'chunks' | 'records_done' | 'bytes_read' | 'created' | 'updated' | 'unchanged' | 'failed' | 'discontinued' | 'problems' | 'unnamed' | 'deaths'
  >
  'catalog.loads': LoadRow
  'catalog.price_discounts': PriceDiscountRow
  'catalog.price_entries': PriceEntryRow
  'catalog.price_list_companies': PriceListCompanyRow
  'catalog.price_lists': PriceListRow
  'catalog.price_tiers': PriceTierRow
  'catalog.products': WithDefaults<
    ProductRow,
    'image_urls' | 'classes' | 'language' | 'per_quantity'
  >
  'catalog.search_documents': WithDefaults<SearchDocumentRow, 'analysis'>
  'catalog.search_events': SearchEventRow
  'catalog.search_identifiers': SearchIdentifierRow
  'catalog.search_languages': SearchLanguageRow
  'catalog.search_products': SearchProductRow
  'catalog.search_terms': SearchTermRow
  'catalog.search_totals': SearchTotalRow
  'catalog.search_words': SearchWordRow
  'catalog.searches': WithDefaults<SearchRow, 'deaths'>
  'catalog.stock': WithDefaults<StockRow, 'reserved' | 'committed'>
  'catalog.stock_counts': StockCountRow
  'catalog.stock_locations': StockLocationRow
  'catalog.superseded': SupersededRow
  'catalog.suppliers': SupplierRow
  'catalog.synonyms': SynonymRow
}

export const tables = (conn: Conn) => conn.withTables<CatalogTables>()
