// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type RequestRow = {
  company_id: string
  id: string
  state: string
  version: number
  supplier_company_id: string | null
  product_id: string | null
  offer_id: string
  offer: unknown
  quantity: number
  country: string
  note: string | null
  requested_by: string | null
  created_at: Date
  expires_at: Date | null
  answered_by: string | null
  answered_at: Date | null
  unit_price: string | null
  currency: string | null
  valid_until: Date | null
  lead_time_days: number | null
  reason: string | null
  order_product_id: string | null
  price_list_id: string | null
  ended_at: Date | null
}

export type OffersTables = {
  'offers.requests': RequestRow
}

export const tables = (conn: Conn) => conn.withTables<OffersTables>()
