import { type Conn, sql, type Tx } from '#platform/db'
import type { ConfirmedMapping, FileShape } from '../extract/index.ts'
import type { SourceKey } from '../sources/source.ts'
import type { SourceMappingRow } from '../tables.ts'

/** Why a file of a source waits: nobody has confirmed a mapping, or the file no longer fits it. */
export type WaitsBecause = 'mapping_missing' | 'mapping_unfit'

/** How the XML file of a source may be read, and how an operator wants it read. */
export type SourceMapping = {
  readonly companyId: string
  readonly sourceId: string
  readonly version: number
  /** The address of the file, after redirects. */
  readonly url: string
  /** The likeliest first. */
  readonly shapes: readonly FileShape[]
  /** Undefined: the file does not wait. */
  readonly waiting: { readonly because: WaitsBecause; readonly since: Date } | undefined
  readonly confirmed:
    | { readonly mapping: ConfirmedMapping; readonly by: string | undefined; readonly at: Date }
    | undefined
}

export async function findMapping(
  conn: Conn,
  { companyId, id }: SourceKey,
): Promise<SourceMapping | undefined> {
  const { rows } = await sql<SourceMappingRow>`
    select * from crawl.source_mappings where company_id = ${companyId} and source_id = ${id}
  `.execute(conn)
  return rows[0] && toMapping(rows[0])
}

/**
 * The file of a source waits for an operator. `readVersion`: the version that the reader of the file knew, undefined without a
 * mapping. Returns false if the mapping has changed since, so that what the reader says is out of date. What is already known changes
 * no version: the form of an operator stays valid.
 */
export async function putWaiting(
  tx: Tx,
  { companyId, id }: SourceKey,
  waiting: {
    readonly readVersion: number | undefined
    readonly url: string
    readonly shapes: readonly FileShape[]
    readonly because: WaitsBecause
    readonly now: Date
  },
): Promise<boolean> {
  const { readVersion, url, shapes, because, now } = waiting
  const { numAffectedRows } = await sql`
    insert into crawl.source_mappings as m
      (company_id, source_id, version, url, shapes, waits_because, waiting_since, updated_at)
    values (${companyId}, ${id}, 1, ${url}, ${JSON.stringify(shapes)}::jsonb, ${because}, ${now}, ${now})
    on conflict (company_id, source_id) do update
    set version = m.version + case
        when (m.url, m.shapes, m.waits_because) is distinct from (excluded.url, excluded.shapes, excluded.waits_because)
        then 1 else 0 end,
      url = excluded.url, shapes = excluded.shapes, waits_because = excluded.waits_because,
      waiting_since = coalesce(m.waiting_since, excluded.waiting_since), updated_at = excluded.updated_at
    where m.version = ${readVersion ?? 0}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The source has a file again that needs no decision. Returns whether one waited. */
export async function clearWaiting(
  tx: Tx,
  { companyId, id }: SourceKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.source_mappings set waits_because = null, waiting_since = null, updated_at = ${now}
    where company_id = ${companyId} and source_id = ${id} and waits_because is not null
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Returns undefined if the mapping has another version. */
export async function confirmMapping(
  tx: Tx,
  { companyId, id }: SourceKey,
  change: {
    readonly expectedVersion: number
    readonly mapping: ConfirmedMapping
    readonly by: string
    readonly now: Date
  },
): Promise<SourceMapping | undefined> {
  const { expectedVersion, mapping, by, now } = change
  const { rows } = await sql<SourceMappingRow>`
    update crawl.source_mappings
    set version = version + 1, confirmed = ${JSON.stringify(mapping)}::jsonb, confirmed_by = ${by}, confirmed_at = ${now},
      waits_because = null, waiting_since = null, updated_at = ${now}
    where company_id = ${companyId} and source_id = ${id} and version = ${expectedVersion}
    returning *
  `.execute(tx)
  return rows[0] && toMapping(rows[0])
}

/** Its next file waits for a mapping again. Returns undefined without a confirmed mapping. */
export async function withdrawMapping(
  tx: Tx,
  { companyId, id }: SourceKey,
  now: Date,
): Promise<SourceMapping | undefined> {
  const { rows } = await sql<SourceMappingRow>`
    update crawl.source_mappings
    set version = version + 1, confirmed = null, confirmed_by = null, confirmed_at = null,
      waits_because = 'mapping_missing', waiting_since = ${now}, updated_at = ${now}
    where company_id = ${companyId} and source_id = ${id} and confirmed is not null
    returning *
  `.execute(tx)
  return rows[0] && toMapping(rows[0])
}

/** Whether the mapping of a source is still that which a file was read with. It stays so until the transaction ends. */
export async function hasVersion(
  tx: Tx,
  { companyId, id }: SourceKey,
  version: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from crawl.source_mappings
    where company_id = ${companyId} and source_id = ${id} and version = ${version}
    for share
  `.execute(tx)
  return rows.length === 1
}

/** The next run reads the feed again, even if it has not changed. */
export async function forgetFeed(tx: Tx, { companyId, id }: SourceKey): Promise<void> {
  await sql`
    delete from crawl.documents where company_id = ${companyId} and source_id = ${id} and kind = 'feed'
  `.execute(tx)
}

/** The offers of a source leave the list at once. Returns how many. */
export async function vanishAll(tx: Tx, { companyId, id }: SourceKey, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update crawl.offers set state = 'VANISHED', vanished_at = ${now}
    where company_id = ${companyId} and source_id = ${id} and state = 'LISTED'
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

function toMapping(row: SourceMappingRow): SourceMapping {
  const { waits_because: because, waiting_since: since, confirmed, confirmed_at: at } = row
  return {
    companyId: row.company_id,
    sourceId: row.source_id,
    version: row.version,
    url: row.url,
    shapes: row.shapes as unknown as readonly FileShape[],
    waiting:
      because === null || since === null ? undefined : { because: because as WaitsBecause, since },
    confirmed:
      confirmed === null || at === null
        ? undefined
        : {
            mapping: confirmed as unknown as ConfirmedMapping,
            by: row.confirmed_by ?? undefined,
            at,
          },
  }
}
