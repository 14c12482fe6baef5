// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type AuctionRow = {
  company_id: string
  id: string
  placement: string
  snapshot: unknown
  created_at: Date
}

export type CampaignRow = {
  company_id: string
  id: string
  version: number
  name: string
  state: string
  currency: string
  budget_minor: number
  bid_minor: number
  keywords: string[]
  category_ids: string[]
  countries: string[]
  product_ids: string[]
  landing_url: string | null
  time_zone: string
  starts_at: Date | null
  ends_at: Date | null
  created_at: Date
  changed_by: string
  changed_at: Date
}

export type ClickSourceRow = {
  source: string
  clicked_at: Date
  auction_id: string
  slot: number
  campaign_id: string
  is_charged: boolean
}

export type ClickRow = {
  company_id: string
  id: string
  auction_id: string
  slot: number
  campaign_id: string
  product_id: string
  viewer: string | null
  verdict: string
  reason: string | null
  price_minor: number
  currency: string
  repeats: number
  clicked_at: Date
}

export type CompanyControlRow = {
  company_id: string
  sponsored: boolean
  changed_by: string
  changed_at: Date
}

export type DayRow = {
  company_id: string
  campaign_id: string
  day: string
  auctions: number
  places: number
  clicks: number
  charged: number
  marked: number
  spent_minor: number
}

export type ViewerControlRow = {
  company_id: string
  viewer_id: string
  opted_out: boolean
  hidden_company_ids: string[]
  changed_at: Date
}

export type AdsTables = {
  'ads.auctions': AuctionRow
  'ads.campaigns': CampaignRow
  'ads.click_sources': ClickSourceRow
  'ads.clicks': WithDefaults<ClickRow, 'repeats'>
  'ads.company_controls': CompanyControlRow
  'ads.days': DayRow
  'ads.viewer_controls': ViewerControlRow
}

export const tables = (conn: Conn) => conn.withTables<AdsTables>()
