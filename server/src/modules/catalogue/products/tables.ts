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
  heads: string[]
  tax_class: string | null
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
  order_discounts: unknown
  version: number
  created_at: Date
  updated_at: Date
}

export type CurrencyRow = {
  currency: string
}

export type IdentifierRow = {
  product_id: string
  kind: string
  value: string
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
  category_id: string
  state: string
  version: number
  sku: string
  mpn: string
  gtins: string[]
  name: string
  brand: string
  description: string
  language: string
  attributes: unknown
  image_urls: string[]
  classes: string[]
  unit: string
  contents: string | null
  per_quantity: number
  list_price: string
  currency: string
  moq: number
  multiple: number
  lead_time_days: number
  ship_to: string[]
  tax_class: string | null
  sample: boolean
  released_on: string
  import_digest: string | null
  import_version: number | null
  created_at: Date
  updated_at: Date
  picture_version: string | null
  texts: unknown
  by_agreement: boolean
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

export type ProductsTables = {
  'products.assortment_companies': AssortmentCompanyRow
  'products.assortment_rules': AssortmentRuleRow
  'products.assortments': AssortmentRow
  'products.categories': WithGenerated<CategoryRow, 'heads'>
  'products.changes': WithDefaults<ChangeRow, 'xid' | 'at'>
  'products.contract_price_lists': ContractPriceListRow
  'products.contracts': ContractRow
  'products.currencies': CurrencyRow
  'products.identifiers': IdentifierRow
  'products.price_discounts': PriceDiscountRow
  'products.price_entries': PriceEntryRow
  'products.price_list_companies': PriceListCompanyRow
  'products.price_lists': PriceListRow
  'products.price_tiers': PriceTierRow
  'products.products': WithDefaults<
    ProductRow,
    'language' | 'image_urls' | 'classes' | 'per_quantity' | 'by_agreement'
  >
  'products.stock': WithDefaults<StockRow, 'reserved' | 'committed'>
  'products.stock_counts': StockCountRow
  'products.stock_locations': StockLocationRow
  'products.superseded': SupersededRow
  'products.suppliers': SupplierRow
}

export const tables = (conn: Conn) => conn.withTables<ProductsTables>()
