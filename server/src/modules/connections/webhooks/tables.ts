// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type AttemptRow = {
  company_id: string
  delivery_id: string
  n: number
  trigger: string
  started_at: Date
  ms: number
  status_code: number | null
  error_class: string | null
  request_headers: unknown
  response_body: string | null
}

export type DeliveryRow = {
  company_id: string
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_at: Date
  state: string
  fifo_key: string | null
  event_sequence: number | null
  attempts: number
  available_at: Date
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  replay_of: string | null
  replayed_by: string | null
  replay_id: string | null
  last_status: number | null
  last_error: string | null
  created_at: Date
  finished_at: Date | null
}

export type EndpointHealthRow = {
  company_id: string
  endpoint_id: string
  last_success_at: Date | null
  last_failure_at: Date | null
  failing_since: Date | null
  failures: number
  window_started_at: Date | null
  window_attempts: number
  window_failures: number
  warned_percent: number
  throttle_at: Date | null
}

export type EndpointRow = {
  company_id: string
  id: string
  name: string
  url: string
  events: string[]
  state: string
  disabled_reason: string | null
  disabled_at: Date | null
  paused_by_closing: boolean
  secret_sealed: string | null
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
  signing_key_sealed: string | null
  signing_key_public: string | null
  payload: string
  max_per_second: number | null
  ordered: boolean
  breaker_open_until: Date | null
  breaker_probe: string | null
  settle_until: Date | null
  settle_anew: boolean
  created_at: Date
  updated_at: Date
  enabled_at: Date
}

export type MessageRow = {
  company_id: string
  event_id: string
  type: string
  occurred_at: Date
  body: string
}

export type ReplayRow = {
  company_id: string
  id: string
  endpoint_id: string
  state: string
  since: Date
  until: Date
  event_types: string[] | null
  states: string[]
  missing: boolean
  per_second: number
  matched: number
  replayed: number
  place_at: Date | null
  place_id: string | null
  available_at: Date
  created_at: Date
  finished_at: Date | null
}

export type WebhooksTables = {
  'webhooks.attempts': AttemptRow
  'webhooks.deliveries': WithDefaults<DeliveryRow, 'attempts' | 'deaths'>
  'webhooks.endpoint_health': WithDefaults<
    EndpointHealthRow,
    'window_attempts' | 'window_failures' | 'warned_percent'
  >
  'webhooks.endpoints': WithDefaults<
    EndpointRow,
    'paused_by_closing' | 'payload' | 'ordered' | 'settle_until' | 'settle_anew'
  >
  'webhooks.messages': MessageRow
  'webhooks.replays': WithDefaults<ReplayRow, 'replayed'>
}

export const tables = (conn: Conn) => conn.withTables<WebhooksTables>()
