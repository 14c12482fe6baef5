// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type RateOverrideRow = {
  id: string
  country: string
  postcode: string
  tax_class: string
  rate: string
  valid_from: string
  valid_until: string | null
  note: string
  set_by: string
  set_at: Date
}

export type TaxTables = {
  'tax.rate_overrides': WithDefaults<RateOverrideRow, 'postcode'>
}

export const tables = (conn: Conn) => conn.withTables<TaxTables>()
