import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import { bigintOf, type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import { type CampaignRow, tables } from '../tables.ts'
import type { Campaign, CampaignState } from './campaign.ts'

/** The campaigns of one supplier, or of all for an operator. */
export type Scope = string | undefined

export async function areCampaigns(conn: Conn): Promise<boolean> {
  const { rows } = await sql`
    /* across companies: the campaigns of every supplier */ select from ads.campaigns limit 1
  `.execute(conn)
  return rows.length > 0
}

export async function findCampaign(
  conn: Conn,
  scope: Scope,
  id: string,
): Promise<Campaign | undefined> {
  const row = await tables(conn)
    .selectFrom('ads.campaigns')
    .selectAll()
    .where(ofScope(scope))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toCampaign(row)
}

export async function lockCampaign(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<Campaign | undefined> {
  const row = await tables(tx)
    .selectFrom('ads.campaigns')
    .selectAll()
    .where(ofScope(scope))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toCampaign(row)
}

/** An operator reads the campaigns of every supplier. */
function ofScope(scope: Scope) {
  return sql<boolean>`(${scope ?? null}::text is null or company_id = ${scope ?? null})`
}

/** False if the supplier has reached the limit. Runs one after the other within a supplier, so that the limit holds. */
export async function insertCampaign(
  tx: Tx,
  campaign: Campaign,
  changedBy: string,
  max: number,
): Promise<boolean> {
  await oneAfterTheOther(tx, `ads.campaigns ${campaign.companyId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ads.campaigns
    where company_id = ${campaign.companyId} and state <> 'ENDED'
  `.execute(tx)
  if ((rows[0]?.count ?? 0) >= max) return false
  await tables(tx)
    .insertInto('ads.campaigns')
    .values({
      company_id: campaign.companyId,
      id: campaign.id,
      created_at: campaign.createdAt,
      ...changeableColumns(campaign, changedBy),
    })
    .execute()
  return true
}

export async function updateCampaign(tx: Tx, campaign: Campaign, changedBy: string): Promise<void> {
  await tables(tx)
    .updateTable('ads.campaigns')
    .set(changeableColumns(campaign, changedBy))
    .where('company_id', '=', campaign.companyId)
    .where('id', '=', campaign.id)
    .execute()
}

export async function deleteCampaign(tx: Tx, { companyId, id }: Campaign): Promise<void> {
  await tables(tx)
    .deleteFrom('ads.campaigns')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

function changeableColumns(campaign: Campaign, changedBy: string) {
  const { version, name, state, budgetPerDay, bidPerClick, timeZone, changedAt } = campaign
  return {
    version,
    name,
    state,
    currency: bidPerClick.currency,
    budget_minor: bigintOf(budgetPerDay.amountMinor),
    bid_minor: bigintOf(bidPerClick.amountMinor),
    keywords: [...campaign.keywords],
    category_ids: [...campaign.categoryIds],
    countries: [...campaign.countries],
    product_ids: [...campaign.productIds],
    landing_url: campaign.landingUrl ?? null,
    time_zone: timeZone,
    starts_at: campaign.startsAt ?? null,
    ends_at: campaign.endsAt ?? null,
    changed_by: changedBy,
    changed_at: changedAt,
  }
}

export function toCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id as Id<'cmp'>,
    companyId: row.company_id as Id<'co'>,
    version: row.version,
    name: row.name,
    state: row.state as CampaignState,
    budgetPerDay: money(BigInt(row.budget_minor), row.currency),
    bidPerClick: money(BigInt(row.bid_minor), row.currency),
    keywords: row.keywords,
    categoryIds: row.category_ids,
    countries: row.countries,
    productIds: row.product_ids,
    landingUrl: row.landing_url ?? undefined,
    timeZone: row.time_zone,
    startsAt: row.starts_at ?? undefined,
    endsAt: row.ends_at ?? undefined,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
