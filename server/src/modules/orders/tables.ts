// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type LineRow = {
  company_id: string
  order_id: string
  line_number: number
  product_id: string
  supplier_company_id: string
  sku: string
  mpn: string
  name: string
  brand: string
  quantity: number
  unit_price: string
  total_minor: number
  rate_set_id: string | null
  rate: string | null
  rate_from: string | null
  rate_to: string | null
  discount_minor: number | null
  tax_category: string | null
  tax_rate: string | null
  tax_minor: number | null
  tax_reason: string | null
}

export type OrderRow = {
  company_id: string
  id: string
  checkout_id: string | null
  payment_id: string | null
  placed_by: string
  state: string
  payment_state: string
  version: number
  currency: string
  total_minor: number
  po_number: string | null
  cost_center: string | null
  note: string | null
  ship_to: unknown
  bill_to: unknown
  placed_at: Date
  updated_at: Date
  goods_minor: number | null
  discount_minor: number | null
  shipping_minor: number | null
  tax_minor: number | null
  tax_breakdown: unknown
}

export type TimelineRow = {
  company_id: string
  order_id: string
  version: number
  kind: string
  actor_id: string | null
  details: unknown
  happened_at: Date
}

export type OrdersTables = {
  'orders.lines': LineRow
  'orders.orders': OrderRow
  'orders.timeline': TimelineRow
}

export const tables = (conn: Conn) => conn.withTables<OrdersTables>()
