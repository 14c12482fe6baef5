// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

export type HeldRateRow = {
  provider: string
  currency: string
  state: string
  rate: string
  rate_in_use: string
  rate_in_use_as_of: Date
  rate_set_id: string
  held_since: Date
  decided_at: Date | null
  decided_by: string | null
  id: string
}

export type ProviderRow = {
  provider: string
  tried_at: Date
  succeeded_at: Date | null
  failures: number
  failing_since: Date | null
  last_problem: string | null
  last_message: string | null
  next_update: Date | null
}

export type RateSetRow = {
  id: string
  provider: string
  base: string
  as_of: Date
  fetched_at: Date
  next_update: Date | null
  payload_sha256: string
}

export type RateRow = {
  rate_set_id: string
  currency: string
  rate: string
  as_of: Date | null
}

export type ReferenceRateRow = {
  day: string
  currency: string
  rate: string
}

export type FxTables = {
  'fx.held_rates': HeldRateRow
  'fx.providers': ProviderRow
  'fx.rate_sets': RateSetRow
  'fx.rates': RateRow
  'fx.reference_rates': ReferenceRateRow
}

export const tables = (conn: Conn) => conn.withTables<FxTables>()
