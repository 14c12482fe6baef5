import { type Conn, sql, type Tx } from '#platform/db'
import { deathsUntilAlone } from '#platform/leases'
import { addressHash } from '../addresses/address-hash.ts'
import { hostOf, patternOf } from '../addresses/site.ts'
import type { RunKey } from '../runs/run.ts'
import {
  type FoundPage,
  lostMax,
  lostUntilAlone,
  type PageEnd,
  type PageKind,
  type TakenPage,
} from './page.ts'

/** The lease of the run, under which its worker takes pages. */
export type RunLease = { readonly key: RunKey; readonly sourceId: string; readonly token: string }

/** Adds pages to the frontier, each address once in a run, up to a number of rows. Returns how many were new. */
export async function insertPages(
  tx: Tx,
  { companyId, id }: RunKey,
  pages: readonly FoundPage[],
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<number> {
  if (pages.length === 0) return 0
  const column = <Value>(read: (page: FoundPage) => Value) => pages.map(read)
  const { numAffectedRows } = await sql`
    insert into crawl.pages (company_id, run_id, address_hash, url, host, kind, depth, pattern, state, available_at)
    select ${companyId}, ${id}, hash, url, host, kind, depth, pattern, 'DISCOVERED', ${now}::timestamptz
    from unnest(${column(({ url }) => addressHash(url))}::text[], ${column(({ url }) => url)}::text[],
      ${column(({ url }) => hostOf(url))}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ depth }) => depth)}::integer[], ${column(({ url }) => patternOf(url))}::text[])
      as found (hash, url, host, kind, depth, pattern)
    where (select count(*) from crawl.pages where company_id = ${companyId} and run_id = ${id}) < ${rowsMax}
    on conflict do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type TakenRow = {
  address_hash: string
  url: string
  host: string
  kind: string
  depth: number
  pattern: string
  attempts: number
  open_attempts: number
  etag: string | null
  last_modified: string | null
  content_hash: string | null
  links: string[] | null
  offer_keys: string[] | null
}

/**
 * Takes the next pages of a run: those whose form has brought new offers lately come first, then those nearer to the start. A page
 * that a lost worker had is open again, because its lease is not that of the run. Forms that bring nothing are left out.
 */
export async function takePages(
  conn: Conn,
  { key: { companyId, id }, sourceId, token }: RunLease,
  {
    now,
    limit,
    barrenMax,
  }: { readonly now: Date; readonly limit: number; readonly barrenMax: number },
): Promise<TakenPage[]> {
  const { rows } = await sql<TakenRow>`
    with next as materialized (
      select p.address_hash from crawl.pages p
      left join crawl.patterns t on (t.company_id, t.run_id, t.pattern) = (p.company_id, p.run_id, p.pattern)
      where p.company_id = ${companyId} and p.run_id = ${id} and p.available_at <= ${now}
        and (p.state = 'DISCOVERED' or (p.state = 'LEASED' and p.lease_token <> ${token}))
        and (p.kind <> 'page' or coalesce(t.since_new, 0) < ${barrenMax})
        and exists (
          select from crawl.runs r
          where r.company_id = ${companyId} and r.id = ${id} and r.state = 'RUNNING' and r.lease_token = ${token})
      order by (p.open_attempts >= ${sql.lit(lostUntilAlone)}), (p.kind = 'page'), coalesce(t.since_new, 0) / 10, p.depth, p.address_hash
      limit ${limit}
      for update of p skip locked
    ), taken as (
      update crawl.pages as p set state = 'LEASED', lease_token = ${token}
      from next
      where p.company_id = ${companyId} and p.run_id = ${id} and p.address_hash = next.address_hash
      returning p.*
    )
    select t.address_hash, t.url, t.host, t.kind, t.depth, t.pattern, t.attempts, t.open_attempts,
      d.etag, d.last_modified, d.content_hash, d.links, d.offer_keys
    from taken t left join crawl.documents d
      on d.company_id = ${companyId} and d.source_id = ${sourceId} and d.address_hash = t.address_hash
  `.execute(conn)
  return rows.map(toTaken)
}

function toTaken(row: TakenRow): TakenPage {
  return {
    hash: row.address_hash,
    url: row.url,
    host: row.host,
    kind: row.kind as PageKind,
    depth: row.depth,
    pattern: row.pattern,
    attempts: row.attempts,
    lostAttempts: row.open_attempts,
    known:
      row.content_hash === null
        ? undefined
        : {
            etag: row.etag ?? undefined,
            lastModified: row.last_modified ?? undefined,
            contentHash: row.content_hash,
            links: row.links ?? [],
            offerKeys: row.offer_keys ?? undefined,
          },
  }
}

/**
 * Counts the attempt before the request, as one that has not ended: a page that ends its process must not do so for ever. Returns
 * false without the lease.
 */
export async function countAttempt(
  conn: Conn,
  { key: { companyId, id }, token }: RunLease,
  hash: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.pages set attempts = attempts + 1, open_attempts = open_attempts + 1
    where company_id = ${companyId} and run_id = ${id} and address_hash = ${hash}
      and state = 'LEASED' and lease_token = ${token}
  `.execute(conn)
  return numAffectedRows === 1n
}

/** Puts a page back into the frontier, for another attempt. */
export async function putBack(
  conn: Conn,
  { key: { companyId, id }, token }: RunLease,
  hash: string,
  { availableAt, reason }: { readonly availableAt: Date; readonly reason: string },
): Promise<void> {
  await sql`
    update crawl.pages
    set state = 'DISCOVERED', lease_token = null, available_at = ${availableAt}, reason = ${reason},
      open_attempts = greatest(open_attempts - 1, 0)
    where company_id = ${companyId} and run_id = ${id} and address_hash = ${hash} and lease_token = ${token}
  `.execute(conn)
}

/**
 * Gives a run that was set aside back to the workers if one of its pages has lost them: they give the page up and read the others.
 * Returns whether it did.
 */
export async function resumeWithoutPage(
  tx: Tx,
  { companyId, id }: RunKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.runs r
    set state = 'QUEUED', available_at = ${now}, failure = null, deaths = ${sql.lit(deathsUntilAlone)}
    where r.company_id = ${companyId} and r.id = ${id} and r.state = 'FAILED' and r.ended_at is null
      and exists (
        select from crawl.pages p
        where (p.company_id, p.run_id) = (r.company_id, r.id) and p.state = 'LEASED'
          and p.open_attempts >= ${sql.lit(lostMax)})
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The process stops, so the attempt that it has begun did not lose its worker. */
export async function endAttempt(
  conn: Conn,
  { key: { companyId, id }, token }: RunLease,
  hash: string,
): Promise<void> {
  await sql`
    update crawl.pages set open_attempts = greatest(open_attempts - 1, 0)
    where company_id = ${companyId} and run_id = ${id} and address_hash = ${hash}
      and state = 'LEASED' and lease_token = ${token}
  `.execute(conn)
}

export type PageOutcome = {
  readonly state: PageEnd
  readonly reason: string | undefined
  readonly status: number | undefined
  readonly bytes: number
  readonly offers: number
  readonly tookMs: number
  readonly at: Date
}

/** Ends a page. Returns false if another worker has it: then the transaction must not commit anything of it. */
export async function endPage(
  tx: Tx,
  { key: { companyId, id }, token }: RunLease,
  hash: string,
  outcome: PageOutcome,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.pages
    set state = ${outcome.state}, reason = ${outcome.reason ?? null}, status = ${outcome.status ?? null},
      bytes = ${outcome.bytes}, offers = ${outcome.offers}, took_ms = ${Math.round(outcome.tookMs)},
      fetched_at = ${outcome.at}, lease_token = null, open_attempts = 0
    where company_id = ${companyId} and run_id = ${id} and address_hash = ${hash}
      and state = 'LEASED' and lease_token = ${token}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Counts a page that was read for its form. */
export async function countPattern(
  tx: Tx,
  { companyId, id }: RunKey,
  pattern: string,
  hasNew: boolean,
): Promise<void> {
  await sql`
    insert into crawl.patterns as t (company_id, run_id, pattern, pages, since_new)
    values (${companyId}, ${id}, ${pattern}, 1, ${hasNew ? 0 : 1})
    on conflict (company_id, run_id, pattern) do update
    set pages = t.pages + 1, since_new = case when ${hasNew}::boolean then 0 else t.since_new + 1 end
  `.execute(tx)
}

export type Frontier = {
  /** Pages that this or another worker has, or that a later attempt may bring. */
  readonly open: number
  /** When the next of them is due. */
  readonly nextAt: Date | undefined
  /** Pages that were requested, whatever came of it. */
  readonly requested: number
}

/** Counts the rows: no counter can disagree with them. Pages of forms that bring nothing are not open. */
export async function readFrontier(
  conn: Conn,
  { companyId, id }: RunKey,
  barrenMax: number,
): Promise<Frontier> {
  const isOpen = sql`p.state in ('DISCOVERED', 'LEASED') and (p.kind <> 'page' or coalesce(t.since_new, 0) < ${barrenMax})`
  const { rows } = await sql<{ open: number; next_at: Date | null; requested: number }>`
    select count(*) filter (where ${isOpen}) as open, min(p.available_at) filter (where ${isOpen}) as next_at,
      count(*) filter (where p.state in ('FETCHED', 'UNCHANGED', 'MOVED', 'GONE', 'FAILED')) as requested
    from crawl.pages p
    left join crawl.patterns t on (t.company_id, t.run_id, t.pattern) = (p.company_id, p.run_id, p.pattern)
    where p.company_id = ${companyId} and p.run_id = ${id}
  `.execute(conn)
  const [row] = rows
  return { open: row?.open ?? 0, nextAt: row?.next_at ?? undefined, requested: row?.requested ?? 0 }
}

/** Leaves out what is still open. */
export async function skipOpenPages(
  tx: Tx,
  { companyId, id }: RunKey,
  reason: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update crawl.pages set state = 'SKIPPED', reason = ${reason}, lease_token = null
    where company_id = ${companyId} and run_id = ${id} and state in ('DISCOVERED', 'LEASED')
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type PageCounts = Readonly<Record<PageEnd | 'OPEN', number>> & {
  readonly startReason: string | undefined
}

/** How the pages of a run ended. `startReason`: why its first page brought nothing. */
export async function countPages(conn: Conn, { companyId, id }: RunKey): Promise<PageCounts> {
  const { rows } = await sql<{ state: string; count: number; start_reason: string | null }>`
    select case when state in ('DISCOVERED', 'LEASED') then 'OPEN' else state end as state, count(*) as count,
      min(reason) filter (where depth = 0) as start_reason
    from crawl.pages where company_id = ${companyId} and run_id = ${id} group by 1
  `.execute(conn)
  const none = {
    OPEN: 0,
    FETCHED: 0,
    UNCHANGED: 0,
    MOVED: 0,
    GONE: 0,
    REFUSED: 0,
    SKIPPED: 0,
    FAILED: 0,
  }
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  const startReason = rows.find(({ start_reason: reason }) => reason !== null)?.start_reason
  return { ...none, ...counted, startReason: startReason ?? undefined } as PageCounts
}
