// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type MethodRow = {
  company_id: string
  id: string
  name: string
  kind: string
  countries: string[]
  currency: string
  tiers: unknown
  lead_time_days: number
  position: number
  changed_by: string
  changed_at: Date
}

export type ShippingTables = {
  'shipping.methods': MethodRow
}

export const tables = (conn: Conn) => conn.withTables<ShippingTables>()
