// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type EventRow = {
  company_id: string
  session_id: string
  event: number
  kind: string
  data: unknown
}

export type FinalizationRow = {
  company_id: string
  session_id: string
  state: string
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  looks: number
}

export type ItemSearchRow = {
  company_id: string
  session_id: string
  item: number
  search_id: string
  search_state: string | null
  product_ids: string[]
}

export type MessageRow = {
  company_id: string
  session_id: string
  position: number
  id: string
  role: string
  text: string
  created_at: Date
}

export type ProposedCrawlRow = {
  company_id: string
  session_id: string
  crawl_id: string
  source_name: string
}

export type SessionRow = {
  company_id: string
  id: string
  owner_id: string
  state: string
  locale: string
  currency: string
  brief: unknown
  removals: unknown
  brief_version: number
  messages: number
  characters: number
  clarifications: number
  extracted_message: string | null
  extraction_version: number | null
  last_event: number
  failure_code: string | null
  created_at: Date
  updated_at: Date
  queued_at: Date | null
  confirmed_at: Date | null
  finalized_at: Date | null
  stuck_alerted_at: Date | null
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  outages: number
  degraded_reason: string | null
}

export type ChatTables = {
  'chat.events': EventRow
  'chat.finalizations': WithDefaults<FinalizationRow, 'attempts' | 'deaths' | 'looks'>
  'chat.item_searches': WithDefaults<ItemSearchRow, 'product_ids'>
  'chat.messages': MessageRow
  'chat.proposed_crawls': ProposedCrawlRow
  'chat.sessions': WithDefaults<SessionRow, 'attempts' | 'deaths' | 'outages'>
}

export const tables = (conn: Conn) => conn.withTables<ChatTables>()
