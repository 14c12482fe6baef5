import { newIds } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { FoundProduct } from '../extract/index.ts'
import type { SourceKey } from '../sources/source.ts'
import type { OfferRow } from '../tables.ts'
import type { FoundOffer } from './offer.ts'

export type OfferState = 'LISTED' | 'VANISHED'

export type Offer = {
  readonly companyId: string
  readonly source: { readonly id: string; readonly name: string }
  /** The company whose goods the source offers, if an operator has confirmed it. */
  readonly supplierId: string | undefined
  readonly id: string
  readonly state: OfferState
  readonly product: FoundProduct
  readonly pageUrl: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly changedAt: Date
}

export type Sighting = {
  readonly source: SourceKey
  readonly runNumber: number
  readonly pageUrl: string
  readonly pageHash: string
  readonly now: Date
}

export type SeenOffer = { readonly key: string; readonly id: string; readonly isChanged: boolean }

/**
 * Stores offers that a page shows. Returns those that this run had not seen before. An offer that had vanished is listed again.
 * `isChanged`: it is new, or its content differs from the last time.
 */
export async function upsertOffers(
  tx: Tx,
  { source: { companyId, id: sourceId }, runNumber, pageUrl, pageHash, now }: Sighting,
  offers: readonly FoundOffer[],
): Promise<SeenOffer[]> {
  if (offers.length === 0) return []
  const column = <Value>(read: (offer: FoundOffer) => Value) => offers.map(read)
  const { rows } = await sql<SeenOffer>`
    with found as (
      select * from unnest(${column(({ key }) => key)}::text[], ${newIds('ext', offers.length, now)}::text[],
        ${column(({ product }) => product.name)}::text[], ${column(({ product }) => JSON.stringify(product))}::text[],
        ${column(({ product }) => product.gtins.join(' '))}::text[], ${column(({ part }) => part ?? null)}::text[],
        ${column(({ contentHash }) => contentHash)}::text[])
        as f (key, id, name, data, gtins, part, content_hash)
    ), known as materialized (
      select o.key, o.content_hash, o.last_seen_run from crawl.offers o
      where o.company_id = ${companyId} and o.source_id = ${sourceId} and o.key = any(${column(({ key }) => key)}::text[])
    ), stored as (
      insert into crawl.offers as o (company_id, source_id, key, id, state, name, data, gtins, part, page_url, page_hash,
        content_hash, first_seen_at, last_seen_at, changed_at, last_seen_run)
      select ${companyId}, ${sourceId}, key, id, 'LISTED', name, data::jsonb,
        array_remove(string_to_array(gtins, ' '), ''), part, ${pageUrl}, ${pageHash}, content_hash,
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${runNumber}::integer
      from found
      on conflict (company_id, source_id, key) do update
      set state = 'LISTED', name = excluded.name, data = excluded.data, gtins = excluded.gtins, part = excluded.part,
        page_url = excluded.page_url, page_hash = excluded.page_hash, content_hash = excluded.content_hash,
        last_seen_at = excluded.last_seen_at, last_seen_run = excluded.last_seen_run, misses = 0, vanished_at = null,
        changed_at = case when o.content_hash = excluded.content_hash then o.changed_at else excluded.changed_at end
      returning o.key, o.id
    )
    select stored.key, stored.id, known.content_hash is distinct from found.content_hash as "isChanged"
    from stored join found using (key) left join known using (key)
    where known.last_seen_run is distinct from ${runNumber}::integer
  `.execute(tx)
  return rows
}

/** Marks the offers of an unchanged page as seen by this run. Returns how many it had not seen before. */
export async function markSeen(
  tx: Tx,
  {
    source: { companyId, id: sourceId },
    runNumber,
    now,
  }: Pick<Sighting, 'source' | 'runNumber' | 'now'>,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0
  const { numAffectedRows } = await sql`
    update crawl.offers
    set last_seen_run = ${runNumber}, last_seen_at = ${now}, misses = 0, state = 'LISTED', vanished_at = null
    where company_id = ${companyId} and source_id = ${sourceId} and key = any(${[...keys]}::text[])
      and last_seen_run <> ${runNumber}
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type OfferFilter = {
  readonly state: OfferState | undefined
  readonly before: string | undefined
  readonly limit: number
}

export async function listOffers(
  conn: Conn,
  { companyId, id: sourceId }: SourceKey,
  { state, before, limit }: OfferFilter,
): Promise<Offer[]> {
  const inState = state === undefined ? sql`` : sql`and o.state = ${state}`
  const { rows } = await sql<ListedRow>`
    select ${offerColumns} ${fromOffers}
    where o.company_id = ${companyId} and o.source_id = ${sourceId} and o.id < ${before ?? '~'} ${inState}
    order by o.id desc limit ${limit}
  `.execute(conn)
  return rows.map(toOffer)
}

export type ListedRow = OfferRow & { source_name: string; supplier_id: string | null }

/** The columns of `toOffer`. The offers of a feed that is as it was have been seen when it was asked last. */
export const offerColumns = sql`o.*, greatest(o.last_seen_at, d.checked_at) as last_seen_at, s.name as source_name,
  case when s.supplier_confirmed then s.supplier_id end as supplier_id`

/** Offers `o` of sources `s` that are not deleted. */
export const fromOffers = sql`
  from crawl.offers o
  join crawl.sources s on s.company_id = o.company_id and s.id = o.source_id and s.state <> 'DELETED'
  left join crawl.documents d on d.company_id = o.company_id and d.source_id = o.source_id
    and d.address_hash = o.page_hash and d.kind = 'feed' and o.last_seen_run >= d.changed_run`

export function toOffer(row: ListedRow): Offer {
  return {
    companyId: row.company_id,
    source: { id: row.source_id, name: row.source_name },
    supplierId: row.supplier_id ?? undefined,
    id: row.id,
    state: row.state as OfferState,
    product: row.data as FoundProduct,
    pageUrl: row.page_url,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    changedAt: row.changed_at,
  }
}
