import { newId } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import type { Click, MarkReason, Verdict } from './click.ts'
import { type ClickLimits, insertSources, judgeClick } from './judge-click.ts'

/** What became of a click. `day` is the day of the campaign that it counts for. */
export type Charge = {
  readonly verdict: Verdict
  readonly isRepeat: boolean
  readonly day: string | undefined
}

/**
 * Records a click and charges it, at most once for a place of an auction, however often it comes. The charge and its limit are one
 * update of the day, so the budget is never overspent. Repeating the call is harmless.
 */
export async function recordClick(tx: Tx, click: Click, limits: ClickLimits): Promise<Charge> {
  if (!(await insertClick(tx, click)))
    return { verdict: 'UNFUNDED', isRepeat: true, day: undefined }
  const reason = click.reason ?? (await judgeClick(tx, click, limits))
  if (reason) {
    await setVerdict(tx, click, { verdict: 'MARKED', reason, priceMinor: 0 })
    return { verdict: 'MARKED', isRepeat: false, day: await countClick(tx, click, true) }
  }
  const day = await charge(tx, click)
  if (day !== undefined) {
    crashPoint('ads.click_taken')
    await setVerdict(tx, click, {
      verdict: 'CHARGED',
      reason: undefined,
      priceMinor: click.priceMinor,
    })
    await insertSources(tx, click, true)
    return { verdict: 'CHARGED', isRepeat: false, day }
  }
  await insertSources(tx, click, false)
  return { verdict: 'UNFUNDED', isRepeat: false, day: await countClick(tx, click, false) }
}

/** False for a repeat, which is only counted. A new click is unfunded until it is judged. */
async function insertClick(tx: Tx, click: Click): Promise<boolean> {
  const { rows } = await sql<{ repeats: number }>`
    insert into ads.clicks as c (company_id, id, auction_id, slot, campaign_id, product_id, viewer, verdict, price_minor, currency, clicked_at)
    values (${click.supplierId}, ${newId('clk', click.clickedAt)}, ${click.auctionId}, ${click.slot}, ${click.campaignId},
      ${click.productId}, ${click.viewer ?? null}, 'UNFUNDED', 0, ${click.currency}, ${click.clickedAt})
    on conflict (auction_id, slot) do update set repeats = c.repeats + 1
    returning repeats
  `.execute(tx)
  return rows[0]?.repeats === 0
}

/** Adds the price to the day of the campaign, unless that exceeds the budget. Returns the day that was charged. */
async function charge(tx: Tx, click: Click): Promise<string | undefined> {
  const { supplierId, campaignId, priceMinor, clickedAt } = click
  const { rows } = await sql<{ day: string }>`
    insert into ads.days as d (company_id, campaign_id, day, auctions, places, clicks, charged, marked, spent_minor)
    select c.company_id, c.id, (${clickedAt}::timestamptz at time zone c.time_zone)::date, 0, 0, 1, 1, 0, ${priceMinor}::bigint
    from ads.campaigns c
    where c.company_id = ${supplierId} and c.id = ${campaignId} and c.budget_minor >= ${priceMinor}::bigint
    on conflict (company_id, campaign_id, day) do update
      set clicks = d.clicks + 1, charged = d.charged + 1, spent_minor = d.spent_minor + excluded.spent_minor
      where d.spent_minor + excluded.spent_minor <= (
        select c.budget_minor from ads.campaigns c where c.company_id = d.company_id and c.id = d.campaign_id)
    returning day
  `.execute(tx)
  return rows[0]?.day
}

async function countClick(tx: Tx, click: Click, isMarked: boolean): Promise<string | undefined> {
  const { supplierId, campaignId, clickedAt } = click
  const { rows } = await sql<{ day: string }>`
    insert into ads.days as d (company_id, campaign_id, day, auctions, places, clicks, charged, marked, spent_minor)
    select c.company_id, c.id, (${clickedAt}::timestamptz at time zone c.time_zone)::date, 0, 0, 1, 0,
      ${isMarked ? 1 : 0}::bigint, 0
    from ads.campaigns c where c.company_id = ${supplierId} and c.id = ${campaignId}
    on conflict (company_id, campaign_id, day) do update
      set clicks = d.clicks + 1, marked = d.marked + excluded.marked
    returning day
  `.execute(tx)
  return rows[0]?.day
}

async function setVerdict(
  tx: Tx,
  { supplierId, auctionId, slot }: Click,
  given: {
    readonly verdict: Verdict
    readonly reason: MarkReason | undefined
    readonly priceMinor: number
  },
): Promise<void> {
  await sql`
    update ads.clicks set verdict = ${given.verdict}, reason = ${given.reason ?? null}, price_minor = ${given.priceMinor}
    where company_id = ${supplierId} and auction_id = ${auctionId} and slot = ${slot}
  `.execute(tx)
}

/** The address of the campaign. Undefined: there is no such campaign. Null: a click leads to the product. */
export async function findTarget(
  conn: Conn,
  supplierId: string,
  campaignId: string,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ landing_url: string | null }>`
    select landing_url from ads.campaigns where company_id = ${supplierId} and id = ${campaignId}
  `.execute(conn)
  return rows[0]?.landing_url
}
