import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { LoggedEvent } from './event.ts'
import type { EventRow } from './event-row.ts'
import { toEvent } from './store.ts'

/** Where a page begins, as numbers of events of the company. `after`: oldest first. `before`: newest first. */
export type Side = { readonly after: number } | { readonly before: number | undefined }

export type CompanyEvents = {
  readonly events: LoggedEvent[]
  /** The number up to which the events were looked through, if others follow. Undefined: there are none. */
  readonly continuesAt: number | undefined
}

/** A page looks through so many events, so that a rare kind cannot make it read the whole log. */
const spanMax = 10_000

/** The numbered events of a company of these types, by their numbers. `events_by_sequence` answers. */
export async function listCompanyEvents(
  conn: Conn,
  companyId: string,
  {
    side,
    types,
    limit,
    span = spanMax,
  }: {
    readonly side: Side
    readonly types: readonly string[]
    readonly limit: number
    readonly span?: number
  },
): Promise<CompanyEvents> {
  const kept = await keptNumbers(conn, companyId)
  const isForward = 'after' in side
  const { from, to } = isForward
    ? spanAfter(side.after, span, kept)
    : spanBefore(side.before, span, kept)
  const { rows } = await sql<EventRow>`
    select * from platform.events
    where company_id = ${companyId} and sequence between ${from} and ${to}
      and type = any(${types})
    order by sequence ${isForward ? sql`asc` : sql`desc`}
    limit ${limit}
  `.execute(conn)
  const end = isForward ? to : from
  const hasMore = isForward ? to < kept.last : from > kept.first
  return { events: rows.map(toEvent), continuesAt: hasMore ? end : undefined }
}

type Kept = { readonly first: number; readonly last: number }

function spanAfter(after: number, span: number, kept: Kept) {
  const from = Math.max(after + 1, kept.first)
  return { from, to: Math.min(from + span - 1, kept.last) }
}

function spanBefore(before: number | undefined, span: number, kept: Kept) {
  const to = before === undefined ? kept.last : Math.min(before - 1, kept.last)
  return { from: Math.max(to - span + 1, kept.first), to }
}

/** Older events are deleted by the day, so the log of a company may begin at any number. */
async function keptNumbers(conn: Conn, companyId: string): Promise<Kept> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(sequence) as first, max(sequence) as last from platform.events
    where company_id = ${companyId} and sequence is not null
  `.execute(conn)
  return { first: Number(rows[0]?.first ?? 1), last: Number(rows[0]?.last ?? 0) }
}
