// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type CartRow = {
  company_id: string
  id: string
  owner_id: string
  snapshot_version: number
  line_count: number
  currency: string
  country: string
  checkout_id: string | null
  checkout_state: string | null
  created_at: Date
  changed_at: Date
}

export type CertificationObservationRow = {
  company_id: string
  certification_id: string
  number: number
  step: number
  operation: string
  expected_version: number | null
  current_version: number | null
  outcome: string
  seen_at: Date
}

export type CertificationStepRow = {
  company_id: string
  certification_id: string
  number: number
  task: string
  item_id: string | null
  quantity: number | null
  conflicts_due: number
  conflicts_made: number
  state: string
}

export type CertificationRow = {
  company_id: string
  id: string
  client_id: string
  contract: string
  version: number
  state: string
  step: number
  conflict_open: boolean
  refreshed: boolean
  observations: number
  failure: string | null
  opened_at: Date
  deadline_at: Date
  closed_at: Date | null
}

export type ContractValidationRow = {
  company_id: string
  client_id: string
  contract: string
  version: number
  status: string
  first_seen_at: Date
  last_seen_at: Date
  validated_at: Date | null
}

export type ItemRow = {
  company_id: string
  cart_id: string
  id: string
  position: number
  product_id: string
  quantity: number
  item_version: number
  added_prices: unknown
  added_currency: string
  added_at: Date
  changed_at: Date
}

export type CartTables = {
  'cart.carts': CartRow
  'cart.certification_observations': CertificationObservationRow
  'cart.certification_steps': CertificationStepRow
  'cart.certifications': CertificationRow
  'cart.contract_validations': ContractValidationRow
  'cart.items': ItemRow
}

export const tables = (conn: Conn) => conn.withTables<CartTables>()
