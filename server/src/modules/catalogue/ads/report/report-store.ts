import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { type Conn, sql } from '#platform/db'
import type { Scope } from '../campaigns/campaign-store.ts'

/** What a campaign did on a day, in its own time zone. */
export type ReportDay = {
  readonly day: string
  readonly campaignId: string
  readonly supplierId: string
  readonly name: string
  readonly auctions: number
  readonly places: number
  readonly clicks: number
  readonly charged: number
  readonly marked: number
  readonly spentMinor: number
  readonly currency: string
}

export type ReportQuery = {
  /** Both inclusive. */
  readonly from: string
  readonly to: string
  readonly campaignId?: string | undefined
  /** The last day and campaign of the page before. */
  readonly after?: readonly [day: string, campaignId: string] | undefined
  readonly limit: number
}

export type ReportDeps = {
  readonly now: Clock
  readonly days: (actor: Actor, query: ReportQuery) => Promise<ReportDay[]>
}

/** Newest day first, then by campaign. */
export async function listReportDays(
  conn: Conn,
  scope: Scope,
  { from, to, campaignId, after, limit }: ReportQuery,
): Promise<ReportDay[]> {
  const [day, id] = after ?? []
  const { rows } = await sql<Row>`
    select d.day, d.campaign_id, d.company_id, c.name, d.auctions, d.places, d.clicks, d.charged, d.marked, d.spent_minor, c.currency
    from ads.days d
    join ads.campaigns c on c.company_id = d.company_id and c.id = d.campaign_id
    where (${scope ?? null}::text is null or d.company_id = ${scope ?? null})
      and d.day between ${from}::date and ${to}::date
      and (${campaignId ?? null}::text is null or d.campaign_id = ${campaignId ?? null})
      and (${day ?? null}::date is null or d.day < ${day ?? null}::date
        or d.day = ${day ?? null}::date and d.campaign_id > ${id ?? null})
    order by d.day desc, d.campaign_id limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    day: row.day,
    campaignId: row.campaign_id,
    supplierId: row.company_id,
    name: row.name,
    auctions: row.auctions,
    places: row.places,
    clicks: row.clicks,
    charged: row.charged,
    marked: row.marked,
    spentMinor: row.spent_minor,
    currency: row.currency,
  }))
}

type Row = {
  day: string
  campaign_id: string
  company_id: string
  name: string
  auctions: number
  places: number
  clicks: number
  charged: number
  marked: number
  spent_minor: number
  currency: string
}
