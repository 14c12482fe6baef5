import { type Conn, sql } from '#platform/db'

/** An active campaign, as serving needs it. Amounts are in the smallest unit of the currency. */
export type LiveCampaign = {
  readonly id: string
  readonly supplierId: string
  readonly budgetMinor: number
  readonly bidMinor: number
  readonly keywords: readonly string[]
  readonly categoryIds: readonly string[]
  readonly countries: readonly string[]
  readonly productIds: readonly string[]
  readonly landingUrl: string | undefined
  readonly timeZone: string
  readonly startsAt: Date | undefined
  readonly endsAt: Date | undefined
  /** Of the last 30 days. */
  readonly clicks: number
  readonly places: number
  /** What its recent days cost. */
  readonly spentByDay: Readonly<Record<string, number>>
}

const campaignsMax = 20_000

/**
 * Every active campaign with its spending and clicks, in one statement. Across companies: serving compares the campaigns of all
 * suppliers (`company_id`).
 */
export async function listLive(conn: Conn, now: Date, currency: string): Promise<LiveCampaign[]> {
  const { rows } = await sql<Row>`
    select c.company_id, c.id, c.budget_minor, c.bid_minor, c.keywords, c.category_ids, c.countries, c.product_ids,
      c.landing_url, c.time_zone, c.starts_at, c.ends_at, d.clicks, d.places, d.spent
    from ads.campaigns c
    cross join lateral (
      select coalesce(sum(clicks), 0)::float8 as clicks, coalesce(sum(places), 0)::float8 as places,
        coalesce(jsonb_object_agg(day, spent_minor) filter (where day >= ${now}::date - 2), '{}') as spent
      from ads.days d
      where d.company_id = c.company_id and d.campaign_id = c.id and d.day >= ${now}::date - 30
    ) as d
    where c.state = 'ACTIVE' and c.currency = ${currency}
      and (c.ends_at is null or c.ends_at > ${now})
    order by c.id
    limit ${campaignsMax}
  `.execute(conn)
  return rows.map((row) => ({
    id: row.id,
    supplierId: row.company_id,
    budgetMinor: row.budget_minor,
    bidMinor: row.bid_minor,
    keywords: row.keywords,
    categoryIds: row.category_ids,
    countries: row.countries,
    productIds: row.product_ids,
    landingUrl: row.landing_url ?? undefined,
    timeZone: row.time_zone,
    startsAt: row.starts_at ?? undefined,
    endsAt: row.ends_at ?? undefined,
    clicks: row.clicks,
    places: row.places,
    spentByDay: row.spent,
  }))
}

type Row = {
  company_id: string
  id: string
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
  clicks: number
  places: number
  spent: Record<string, number>
}
