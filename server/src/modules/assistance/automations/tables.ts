// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type AutomationRow = {
  company_id: string
  id: string
  name: string
  state: string
  published_version: number | null
  latest_version: number
  event_type: string
  active_since: Date | null
  secret_sealed: string | null
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
  pauses: number
  ending: boolean
  failing_since: Date | null
  judged_since: Date | null
  released_until: Date | null
  flood_notified_at: Date | null
  expiry_notified_at: Date | null
  created_by: string
  created_at: Date
  updated_at: Date
  dead_letter_notified_at: Date | null
}

export type NoticeRow = {
  company_id: string
  id: string
  user_id: string
  run_id: string
  step_id: number
  automation_id: string
  automation_name: string
  subject: string
  message: string
  event_type: string
  entity_type: string
  entity_id: string
  created_at: Date
  read_at: Date | null
}

export type RunRow = {
  company_id: string
  id: string
  automation_id: string
  version: number
  event_id: string
  event_type: string
  state: string
  reason: string | null
  depth: number
  path: string[]
  pauses: number | null
  attempts: number
  available_at: Date
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  started_at: Date | null
  released_at: Date | null
  finished_at: Date | null
  trace: unknown
  last_error: string | null
  outcome: string | null
  outcome_by: string | null
  outcome_at: Date | null
  outcome_note: string | null
  decisions: unknown
  created_at: Date
}

export type StepRow = {
  company_id: string
  run_id: string
  step_id: number
  output: unknown
  done_at: Date
}

export type SwitchRow = {
  scope: string
  off_by: string
  off_at: Date
  note: string
  by_closing: boolean
}

export type VersionRow = {
  company_id: string
  automation_id: string
  version: number
  event_type: string
  condition: string
  actions: unknown
  runs_per_minute: number
  created_by: string
  created_at: Date
  published_by: string | null
  published_at: Date | null
}

export type AutomationsTables = {
  'automations.automations': WithDefaults<AutomationRow, 'pauses' | 'ending'>
  'automations.notices': NoticeRow
  'automations.runs': WithDefaults<RunRow, 'attempts' | 'deaths' | 'decisions'>
  'automations.steps': StepRow
  'automations.switches': WithDefaults<SwitchRow, 'by_closing'>
  'automations.versions': VersionRow
}

export const tables = (conn: Conn) => conn.withTables<AutomationsTables>()
