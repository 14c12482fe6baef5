import { after, hoursMs, minutesMs } from '#kernel/time'
import { oneAfterTheOther, sql, type Tx } from '#platform/db'
import type { Click, MarkReason } from './click.ts'

/** A person reaches none of these. */
export type ClickLimits = {
  /** Clicks of one viewer. */
  readonly viewerPerMinute: number
  /** Clicks of one credential, company or network. */
  readonly sourcePerMinute: number
  /** Charged clicks on one campaign of one credential, company or network, in 24 hours. */
  readonly sourceChargesPerDay: number
}

/**
 * Why a click must not be charged, if it must not. Callers name their viewers themselves, so the credential, the company and the
 * network have limits of their own.
 */
export async function judgeClick(
  tx: Tx,
  click: Click,
  limits: ClickLimits,
): Promise<MarkReason | undefined> {
  const { viewer, sources } = click
  // Clicks with the same viewer or source are judged one after the other, so that each sees those before it.
  const shared = viewer === undefined ? sources : [...sources, viewer]
  await oneAfterTheOther(tx, ...shared.map((key) => `ads.clicks ${key}`))
  return (await judgeSources(tx, click, limits)) ?? (await judgeViewer(tx, click, limits))
}

/** Reads no more rows than the limits, however many there are. */
async function judgeSources(
  tx: Tx,
  { sources, campaignId, clickedAt }: Click,
  { sourcePerMinute, sourceChargesPerDay }: ClickLimits,
): Promise<MarkReason | undefined> {
  const { rows } = await sql<{ lately: number; charges: number }>`
    select
      (select count(*) from (
        select from ads.click_sources
        where source = given.source and clicked_at > ${after(clickedAt, -minutesMs(1))} limit ${sourcePerMinute}
      ) clicks) as lately,
      (select count(*) from (
        select from ads.click_sources
        where source = given.source and campaign_id = ${campaignId} and is_charged
          and clicked_at > ${after(clickedAt, -hoursMs(24))} limit ${sourceChargesPerDay}
      ) charged) as charges
    from unnest(${sources}::text[]) as given (source)
  `.execute(tx)
  if (rows.some(({ lately }) => lately >= sourcePerMinute)) return 'TOO_MANY_CLICKS'
  return rows.some(({ charges }) => charges >= sourceChargesPerDay) ? 'TOO_MANY_CHARGES' : undefined
}

async function judgeViewer(
  tx: Tx,
  { viewer, auctionId, slot, supplierId, campaignId, clickedAt }: Click,
  { viewerPerMinute }: ClickLimits,
): Promise<MarkReason | undefined> {
  if (viewer === undefined) return undefined
  const { rows } = await sql<{ lately: number; charged: number }>`
    /* across companies: a viewer clicks on places of many suppliers (company_id) */
    select count(*) filter (where clicked_at > ${after(clickedAt, -minutesMs(1))}) as lately,
      count(*) filter (where company_id = ${supplierId} and campaign_id = ${campaignId} and verdict = 'CHARGED') as charged
    from ads.clicks
    where viewer = ${viewer} and clicked_at > ${after(clickedAt, -hoursMs(24))}
      and not (auction_id = ${auctionId} and slot = ${slot})
  `.execute(tx)
  const { lately = 0, charged = 0 } = rows[0] ?? {}
  if (lately >= viewerPerMinute) return 'TOO_MANY_CLICKS'
  return charged > 0 ? 'SEEN_BEFORE' : undefined
}

/** Marked clicks leave no row: a source that clicks without end makes no more rows than its limit. */
export async function insertSources(
  tx: Tx,
  { sources, clickedAt, auctionId, slot, campaignId }: Click,
  isCharged: boolean,
): Promise<void> {
  await sql`
    insert into ads.click_sources (source, clicked_at, auction_id, slot, campaign_id, is_charged)
    select source, ${clickedAt}, ${auctionId}, ${slot}, ${campaignId}, ${isCharged} from unnest(${sources}::text[]) as given (source)
    on conflict do nothing
  `.execute(tx)
}

/** No limit looks further back than 24 hours. Returns how many rows it deleted. */
export async function deleteSources(tx: Tx, before: Date, batchMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ads.click_sources where ctid in (
      select ctid from ads.click_sources where clicked_at < ${before} order by clicked_at limit ${batchMax} for update skip locked
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
