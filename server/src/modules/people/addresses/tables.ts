// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type AddressRow = {
  company_id: string
  id: string
  label: string
  address: unknown
  default_ship_to: boolean
  default_bill_to: boolean
  added_by: string
  created_at: Date
  changed_at: Date
}

export type AddressesTables = {
  'addresses.addresses': AddressRow
}

export const tables = (conn: Conn) => conn.withTables<AddressesTables>()
