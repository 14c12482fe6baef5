// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type DocumentRow = {
  company_id: string
  source_id: string
  address_hash: string
  kind: string
  etag: string | null
  last_modified: string | null
  content_hash: string
  links: string[]
  offer_keys: string[] | null
  checked_at: Date
  changed_run: number
}

export type EventRow = {
  company_id: string
  run_id: string
  event: number
  kind: string
  products: number
  data: unknown
}

export type HostRow = {
  host: string
  next_allowed_at: Date
  lease_token: string | null
  lease_until: Date | null
  robots: string | null
  robots_text: string | null
  robots_at: Date | null
  robots_until: Date | null
  robots_closed_because: string | null
}

export type OfferRow = {
  company_id: string
  source_id: string
  key: string
  id: string
  state: string
  name: string
  data: unknown
  gtins: string[]
  part: string | null
  page_url: string
  page_hash: string
  content_hash: string
  first_seen_at: Date
  last_seen_at: Date
  changed_at: Date
  last_seen_run: number
  misses: number
  vanished_at: Date | null
}

export type PageRow = {
  company_id: string
  run_id: string
  address_hash: string
  url: string
  host: string
  kind: string
  depth: number
  pattern: string
  state: string
  reason: string | null
  available_at: Date
  attempts: number
  lease_token: string | null
  status: number | null
  bytes: number | null
  offers: number
  took_ms: number | null
  fetched_at: Date | null
  open_attempts: number
}

export type PatternRow = {
  company_id: string
  run_id: string
  pattern: string
  pages: number
  since_new: number
}

export type ReviewRow = {
  company_id: string
  id: string
  source_id: string
  run_id: string
  state: string
  missing: number
  listed: number
  created_at: Date
  decided_by: string | null
  decided_at: Date | null
}

export type RunRow = {
  company_id: string
  id: string
  source_id: string
  number: number
  state: string
  awaiting_confirmation: boolean
  requested_by: string | null
  requesting_company_id: string | null
  query: string | null
  available_at: Date
  attempts: number
  deaths: number
  lease_token: string | null
  lease_until: Date | null
  dispatches: number
  redispatches: number
  last_event: number
  requests: number
  bytes: number
  offers: number
  offers_changed: number
  offers_shown: number
  limit_reached: string | null
  failure: string | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  fields: unknown
}

export type SourceRow = {
  company_id: string
  id: string
  name: string
  kind: string
  url: string
  supplier_id: string | null
  state: string
  every_hours: number | null
  next_run_at: Date | null
  runs: number
  created_at: Date
  updated_at: Date
  supplier_confirmed: boolean
}

export type CrawlTables = {
  'crawl.documents': DocumentRow
  'crawl.events': EventRow
  'crawl.hosts': HostRow
  'crawl.offers': WithDefaults<OfferRow, 'misses'>
  'crawl.pages': WithDefaults<PageRow, 'attempts' | 'offers' | 'open_attempts'>
  'crawl.patterns': PatternRow
  'crawl.reviews': ReviewRow
  'crawl.runs': WithDefaults<
    RunRow,
    'awaiting_confirmation' | 'attempts' | 'deaths' | 'dispatches' | 'redispatches' | 'requests' | 'bytes' | 'offers' | 'offers_changed' | 'offers_shown' | 'fields'
  >
  'crawl.sources': WithDefaults<SourceRow, 'runs' | 'supplier_confirmed'>
}

export const tables = (conn: Conn) => conn.withTables<CrawlTables>()
