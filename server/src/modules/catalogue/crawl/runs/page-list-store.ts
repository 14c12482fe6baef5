import { type Conn, sql } from '#platform/db'
import type { PageRow } from '../tables.ts'
import type { PageKind, PageState } from '../work/page.ts'
import type { RunKey } from './run.ts'

/** A page of a run, for people. */
export type PageRecord = {
  readonly hash: string
  readonly url: string
  readonly kind: PageKind
  readonly depth: number
  readonly state: PageState
  readonly reason: string | undefined
  readonly status: number | undefined
  readonly bytes: number | undefined
  readonly offers: number
  readonly attempts: number
  readonly tookMs: number | undefined
  readonly fetchedAt: Date | undefined
}

export type PageFilter = {
  readonly state: PageState | undefined
  /** The address hash of the last page of the list before. */
  readonly after: string | undefined
  readonly limit: number
}

export async function listPagesOf(
  conn: Conn,
  { companyId, id }: RunKey,
  { state, after, limit }: PageFilter,
): Promise<PageRecord[]> {
  const inState = state === undefined ? sql`` : sql`and state = ${state}`
  const { rows } = await sql<PageRow>`
    select * from crawl.pages
    where company_id = ${companyId} and run_id = ${id} and address_hash > ${after ?? ''} ${inState}
    order by address_hash limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    hash: row.address_hash,
    url: row.url,
    kind: row.kind as PageKind,
    depth: row.depth,
    state: row.state as PageState,
    reason: row.reason ?? undefined,
    status: row.status ?? undefined,
    bytes: row.bytes ?? undefined,
    offers: row.offers,
    attempts: row.attempts,
    tookMs: row.took_ms ?? undefined,
    fetchedAt: row.fetched_at ?? undefined,
  }))
}
