// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn } from '#platform/db'

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
  next_update: Date
  payload_sha256: string
}

export type RateRow = {
  rate_set_id: string
  currency: string
  rate: string
}

export type ReferenceRateRow = {
  day: string
  currency: string
  rate: string
}

export type FxTables = {
  'fx.providers': ProviderRow
  'fx.rate_sets': RateSetRow
  'fx.rates': RateRow
  'fx.reference_rates': ReferenceRateRow
}

export const tables = (conn: Conn) => conn.withTables<FxTables>()
