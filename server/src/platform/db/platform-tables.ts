// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults, WithGenerated } from './conn.ts'

export type AuditAnchorRow = {
  company_id: string
  sequence: number
  hash: Uint8Array
  sealed: string
  anchored_at: Date
}

export type AuditEntryRow = {
  company_id: string
  id: string
  arrival: number
  occurred_at: Date
  actor_kind: string | null
  actor_id: string | null
  client_id: string | null
  session_id: string | null
  action: string
  target_type: string
  target_id: string
  outcome: string
  details: unknown
  request_id: string | null
  address: string | null
  user_agent: string | null
}

export type AuditLinkerRow = {
  name: string
}

export type AuditLinkRow = {
  company_id: string
  sequence: number
  entry_id: string
  hash: Uint8Array
}

export type AuditPendingRow = {
  company_id: string
  arrival: number
  id: string
}

export type CompanySequenceRow = {
  company_id: string
  last_sequence: number
}

export type EventRow = {
  company_id: string
  id: string
  arrival: number
  position: number | null
  sequence: number | null
  type: string
  version: number
  occurred_at: Date
  entity_type: string
  entity_id: string
  entity_version: number
  data: unknown
  cause: unknown
}

export type GaugeRow = {
  name: string
  process: string
  value: number
  since: Date | null
  observed_at: Date
}

export type IdempotencyRow = {
  company_id: string
  actor_id: string
  key: string
  fingerprint: Uint8Array
  result_id: string | null
  held_by: string | null
  held_until: Date | null
  answer: string | null
  created_at: Date
}

export type JobRow = {
  id: string
  name: string
  payload: unknown
  state: string
  attempts: number
  available_at: Date
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  last_error: string | null
  created_at: Date
  given_up_at: Date | null
}

export type ProcessRow = {
  holder: string
  seen_at: Date
  stopping_at: Date | null
  died_at: Date | null
}

export type ScheduleRow = {
  name: string
  cron: string
  available_at: Date
  fired_at: Date | null
}

export type SequencerRow = {
  name: string
  last_position: number
}

export type SetAsideEventRow = {
  subscription: string
  company_id: string
  line: string
  position: number
  event_id: string
  event_type: string
  failures: number
  last_error: string | null
  set_aside_at: Date
  available_at: Date
  lease_token: string | null
  lease_until: Date | null
  deaths: number
}

export type SubscriptionRow = {
  name: string
  position: number
  failures: number
  available_at: Date
  last_error: string | null
  singly_until: number
  has_set_aside: boolean
  failing_event: string | null
  event_failures: number
  failing_since: Date | null
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  attempts: number
  state: string
}

export type TallyRow = {
  name: string
  starts_at: Date
  count: number
  sum: number
}

export type PlatformTables = {
  'platform.audit_anchors': AuditAnchorRow
  'platform.audit_entries': WithGenerated<AuditEntryRow, 'arrival'>
  'platform.audit_linker': AuditLinkerRow
  'platform.audit_links': AuditLinkRow
  'platform.audit_pending': AuditPendingRow
  'platform.company_sequences': CompanySequenceRow
  'platform.events': WithDefaults<EventRow, 'arrival'>
  'platform.gauges': GaugeRow
  'platform.idempotency': IdempotencyRow
  'platform.jobs': WithDefaults<JobRow, 'deaths'>
  'platform.processes': ProcessRow
  'platform.schedules': ScheduleRow
  'platform.sequencer': SequencerRow
  'platform.set_aside_events': WithDefaults<SetAsideEventRow, 'deaths'>
  'platform.subscriptions': WithDefaults<
    SubscriptionRow,
    'singly_until' | 'has_set_aside' | 'event_failures' | 'deaths' | 'attempts' | 'state'
  >
  'platform.tallies': TallyRow
}

export const tables = (conn: Conn) => conn.withTables<PlatformTables>()
