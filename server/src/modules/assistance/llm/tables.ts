// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type AllowanceRow = {
  company_id: string
  token_id: string
  reserved: number
  expires_at: Date
}

export type AttemptRow = {
  id: string
  request_id: string
  attempt: number
  company_id: string
  user_id: string
  provider: string
  family: string
  model: string
  price_id: string
  day: string
  state: string
  is_streamed: boolean
  reserved_input: number
  reserved_output: number
  lease_until: Date
  uncached_input: number | null
  cached_input: number | null
  cache_write_input: number | null
  output: number | null
  reasoning: number | null
  usage_source: string | null
  cost_nano: number | null
  outcome: string | null
  created_at: Date
  settled_at: Date | null
}

export type CounterRow = {
  company_id: string
  user_id: string
  provider: string
  family: string
  day: string
  used: number
  reserved: number
}

export type LimitRow = {
  company_id: string
  user_id: string
  provider: string
  family: string
  daily_tokens: number | null
  set_by: string
  set_at: Date
}

export type PriceRow = {
  id: string
  provider: string
  family: string
  valid_from: Date
  input_femto: number
  output_femto: number
  cached_input_femto: number
  is_free: boolean
}

export type PromptRow = {
  attempt_id: string
  company_id: string
  user_id: string
  sealed: string
  created_at: Date
}

export type UsageDayRow = {
  company_id: string
  user_id: string
  provider: string
  model: string
  day: string
  reported_requests: number
  estimated_requests: number
  uncached_input: number
  cached_input: number
  cache_write_input: number
  output: number
  reasoning: number
  reported_cost_nano: string
  estimated_cost_nano: string
}

export type LlmTables = {
  'llm.allowances': AllowanceRow
  'llm.attempts': AttemptRow
  'llm.counters': WithDefaults<CounterRow, 'used' | 'reserved'>
  'llm.limits': LimitRow
  'llm.prices': PriceRow
  'llm.prompts': PromptRow
  'llm.usage_days': WithDefaults<
    UsageDayRow,
    'reported_requests' | 'estimated_requests' | 'uncached_input' | 'cached_input' | 'cache_write_input' | 'output' | 'reasoning' | 'reported_cost_nano' | 'estimated_cost_nano'
  >
}

export const tables = (conn: Conn) => conn.withTables<LlmTables>()
