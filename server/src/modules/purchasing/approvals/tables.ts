// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type DeputyRow = {
  company_id: string
  id: string
  person_id: string
  deputy_id: string
  starts_at: Date
  ends_at: Date
  created_at: Date
}

export type NoticeRow = {
  company_id: string
  request_id: string
  step: number
  kind: string
  mails: number
  withheld: boolean
  notified_at: Date
}

export type RequestRow = {
  company_id: string
  id: string
  order_id: string
  requested_by: string
  requester_id: string
  payer_id: string | null
  content_hash: string
  currency: string
  total_minor: number
  steps: unknown
  step: number
  escalated_step: number | null
  state: string
  reason: string | null
  cause: unknown
  requested_at: Date
  expires_at: Date
  remind_after_hours: number | null
  escalate_after_hours: number | null
  decided_by: string | null
  decided_at: Date | null
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  last_error: string | null
}

export type RuleRow = {
  company_id: string
  id: string
  name: string
  position: number
  conditions: unknown
  steps: unknown
  timeout_hours: number
  remind_after_hours: number | null
  escalate_after_hours: number | null
  changed_by: string
  changed_at: Date
}

export type VoteRow = {
  company_id: string
  request_id: string
  step: number
  person_id: string
  voted_by: string
  requester_id: string
  note: string | null
  voted_at: Date
}

export type ApprovalsTables = {
  'approvals.deputies': DeputyRow
  'approvals.notices': NoticeRow
  'approvals.requests': WithDefaults<RequestRow, 'deaths'>
  'approvals.rules': RuleRow
  'approvals.votes': VoteRow
}

export const tables = (conn: Conn) => conn.withTables<ApprovalsTables>()
