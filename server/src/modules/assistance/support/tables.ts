// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type AttachmentRow = {
  company_id: string
  id: string
  ticket_id: string | null
  message_id: string | null
  name: string
  media_type: string
  bytes: number
  sha256: string
  uploaded_by: string
  created_at: Date
}

export type LinkRow = {
  company_id: string
  ticket_id: string
  type: string
  target_id: string
  order_id: string | null
  position: number
}

export type MailTextRow = {
  company_id: string
  ticket_id: string
  message_id: string
  text: string
}

export type MessageRow = {
  company_id: string
  ticket_id: string
  id: string
  author_kind: string
  author_id: string
  internal: boolean
  text: string
  via: string
  mail_digest: string | null
  created_at: Date
  shortened: boolean
}

export type ParticipantRow = {
  company_id: string
  ticket_id: string
  number: number
  person_id: string
  is_agent: boolean
}

export type TicketRow = {
  company_id: string
  id: string
  version: number
  subject: string
  state: string
  priority: string
  requester_kind: string
  requester_id: string
  assignee_id: string | null
  opened_at: Date
  changed_at: Date
  resolved_at: Date | null
  closed_at: Date | null
  first_response_minutes: number
  first_response_due_at: Date
  first_response_at: Date | null
  first_response_breached_at: Date | null
  resolution_minutes: number
  resolution_due_at: Date | null
  resolution_left_ms: number
  resolution_breached_at: Date | null
  target_at: Date | null
  available_at: Date | null
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
}

export type SupportTables = {
  'support.attachments': AttachmentRow
  'support.links': LinkRow
  'support.mail_texts': MailTextRow
  'support.messages': WithDefaults<MessageRow, 'shortened'>
  'support.participants': ParticipantRow
  'support.tickets': WithDefaults<TicketRow, 'attempts' | 'deaths'>
}

export const tables = (conn: Conn) => conn.withTables<SupportTables>()
