import { type Conn, sql, type Tx } from '#platform/db'
import type { SourceKey } from '../sources/source.ts'
import type { ReviewRow } from '../tables.ts'

/** An offer vanishes when so many complete runs in a row have missed it. */
export const missesMax = 2

export type Missing = { readonly listed: number; readonly missing: number }

/** Counts a complete run against the offers that it did not see. Returns how many have been missed too often. */
export async function countMisses(
  tx: Tx,
  { companyId, id: sourceId }: SourceKey,
  runNumber: number,
): Promise<Missing> {
  await sql`
    update crawl.offers set misses = misses + 1
    where company_id = ${companyId} and source_id = ${sourceId} and state = 'LISTED' and last_seen_run < ${runNumber}
  `.execute(tx)
  const { rows } = await sql<Missing>`
    select count(*) as listed, count(*) filter (where misses >= ${missesMax}) as missing
    from crawl.offers where company_id = ${companyId} and source_id = ${sourceId} and state = 'LISTED'
  `.execute(tx)
  return rows[0] ?? { listed: 0, missing: 0 }
}

/** Takes the offers off the list that were missed too often. Returns how many. */
export async function vanishMissing(
  tx: Tx,
  { companyId, id: sourceId }: SourceKey,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update crawl.offers set state = 'VANISHED', vanished_at = ${now}
    where company_id = ${companyId} and source_id = ${sourceId} and state = 'LISTED' and misses >= ${missesMax}
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The offers stay: their misses count from the beginning. */
export async function forgetMisses(
  tx: Tx,
  { companyId, id: sourceId }: SourceKey,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update crawl.offers set misses = 0
    where company_id = ${companyId} and source_id = ${sourceId} and state = 'LISTED' and misses > 0
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type ReviewState = 'OPEN' | 'ACCEPTED' | 'DISMISSED'

/** Offers of a source that would vanish at once, until an operator decides. */
export type Review = Missing & {
  readonly companyId: string
  readonly id: string
  readonly sourceId: string
  readonly sourceName: string
  readonly runId: string
  readonly state: ReviewState
  readonly createdAt: Date
  readonly decidedBy: string | undefined
  readonly decidedAt: Date | undefined
}

/** Opens a review, or brings the open review of the source up to date. */
export async function putReview(
  tx: Tx,
  review: Pick<
    Review,
    'companyId' | 'id' | 'sourceId' | 'runId' | 'missing' | 'listed' | 'createdAt'
  >,
): Promise<void> {
  await sql`
    insert into crawl.reviews (company_id, id, source_id, run_id, state, missing, listed, created_at)
    values (${review.companyId}, ${review.id}, ${review.sourceId}, ${review.runId}, 'OPEN', ${review.missing},
      ${review.listed}, ${review.createdAt})
    on conflict (company_id, source_id) where state = 'OPEN' do update
    set run_id = excluded.run_id, missing = excluded.missing, listed = excluded.listed
  `.execute(tx)
}

/** The source has its offers again: nothing is left to decide. Returns whether a review was open. */
export async function closeReview(
  tx: Tx,
  { companyId, id: sourceId }: SourceKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.reviews set state = 'DISMISSED', decided_at = ${now}
    where company_id = ${companyId} and source_id = ${sourceId} and state = 'OPEN'
  `.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Decides an open review. Undefined if it does not exist or is decided. */
export async function decideReview(
  tx: Tx,
  id: string,
  decision: { readonly state: 'ACCEPTED' | 'DISMISSED'; readonly by: string; readonly at: Date },
): Promise<Review | undefined> {
  const { rows } = await sql<NamedRow>`
    /* across companies: operators decide the reviews of every source */
    update crawl.reviews set state = ${decision.state}, decided_by = ${decision.by}, decided_at = ${decision.at}
    where id = ${id} and state = 'OPEN' returning *, ${sourceName}
  `.execute(tx)
  return rows[0] && toReview(rows[0])
}

export async function findReview(conn: Conn, id: string): Promise<Review | undefined> {
  const { rows } = await sql<NamedRow>`
    /* across companies: operators decide the reviews of every source */
    select *, ${sourceName} from crawl.reviews where id = ${id}
  `.execute(conn)
  return rows[0] && toReview(rows[0])
}

export async function listReviews(
  conn: Conn,
  {
    state,
    before,
    limit,
  }: { state: ReviewState | undefined; before: string | undefined; limit: number },
): Promise<Review[]> {
  const inState = state === undefined ? sql`` : sql`and state = ${state}`
  const { rows } = await sql<NamedRow>`
    /* across companies: operators decide the reviews of every source */
    select *, ${sourceName} from crawl.reviews where id < ${before ?? '~'} ${inState} order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toReview)
}

const sourceName = sql`(
  select s.name from crawl.sources s where (s.company_id, s.id) = (reviews.company_id, reviews.source_id)
) as source_name`
type NamedRow = ReviewRow & { readonly source_name: string }

function toReview(row: NamedRow): Review {
  return {
    companyId: row.company_id,
    id: row.id,
    sourceId: row.source_id,
    sourceName: row.source_name,
    runId: row.run_id,
    state: row.state as ReviewState,
    missing: row.missing,
    listed: row.listed,
    createdAt: row.created_at,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
  }
}
