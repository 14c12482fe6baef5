import { sql, type Tx } from '#platform/db'
import type { PageKind } from './page.ts'

export type DocumentKey = {
  readonly companyId: string
  readonly sourceId: string
  readonly hash: string
}

export type NewDocument = {
  readonly kind: PageKind
  readonly contentHash: string
  readonly etag: string | undefined
  readonly lastModified: string | undefined
  readonly links: readonly string[]
  /** Undefined for a feed: its offers name it. */
  readonly offerKeys: readonly string[] | undefined
  readonly runNumber: number
  readonly now: Date
}

export async function putDocument(
  tx: Tx,
  { companyId, sourceId, hash }: DocumentKey,
  document: NewDocument,
): Promise<void> {
  const { kind, contentHash, etag, lastModified, links, offerKeys, runNumber, now } = document
  await sql`
    insert into crawl.documents (company_id, source_id, address_hash, kind, etag, last_modified, content_hash, links,
      offer_keys, checked_at, changed_run)
    values (${companyId}, ${sourceId}, ${hash}, ${kind}, ${etag ?? null}, ${lastModified ?? null}, ${contentHash},
      ${[...links]}::text[], ${offerKeys ? [...offerKeys] : null}::text[], ${now}, ${runNumber})
    on conflict (company_id, source_id, address_hash) do update
    set kind = excluded.kind, etag = excluded.etag, last_modified = excluded.last_modified,
      content_hash = excluded.content_hash, links = excluded.links, offer_keys = excluded.offer_keys,
      checked_at = excluded.checked_at, changed_run = excluded.changed_run
  `.execute(tx)
}

/** The document is as it was. */
export async function touchDocument(
  tx: Tx,
  { companyId, sourceId, hash }: DocumentKey,
  now: Date,
): Promise<void> {
  await sql`
    update crawl.documents set checked_at = ${now}
    where company_id = ${companyId} and source_id = ${sourceId} and address_hash = ${hash}
  `.execute(tx)
}

/** The run that read the present content of a feed. Undefined for a source that has no feed. */
export async function feedChangedIn(
  tx: Tx,
  { companyId, sourceId }: Omit<DocumentKey, 'hash'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ changed_run: number }>`
    select changed_run from crawl.documents
    where company_id = ${companyId} and source_id = ${sourceId} and kind = 'feed'
    order by checked_at desc limit 1
  `.execute(tx)
  return rows[0]?.changed_run
}
