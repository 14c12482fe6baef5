import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { PersonalData } from '#platform/personal-data'

/** Deletes searches that ended before the given time, with their events. Returns the number. */
export async function deleteEnded(tx: Tx, before: Date, batchMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: what is old is old, whoever it belongs to */
    delete from search.searches where (company_id, id) in (
      select company_id, id from search.searches
      where state <> 'RUNNING' and ended_at < ${before}
      order by ended_at limit ${batchMax}
      for update skip locked
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type RunningSearches = {
  readonly count: number
  /** When the oldest of them began. */
  readonly oldestAt: Date | undefined
  /** The number of searches that should have ended before the given time. */
  readonly overdue: number
  readonly firstDueAt: Date | undefined
}

/** Reads the running searches, and those whose deadline passed before `overdueSince`. */
export async function readRunning(conn: Conn, overdueSince: Date): Promise<RunningSearches> {
  const { rows } = await sql<{
    count: number
    oldest_at: Date | null
    overdue: number
    first_due_at: Date | null
  }>`
    /* across companies: how the platform is doing */
    select count(*) as count, min(created_at) as oldest_at,
      count(*) filter (where deadline_at < ${overdueSince}) as overdue, min(deadline_at) as first_due_at
    from search.searches where state = 'RUNNING'
  `.execute(conn)
  const [row] = rows
  return {
    count: row?.count ?? 0,
    oldestAt: row?.oldest_at ?? undefined,
    overdue: row?.overdue ?? 0,
    firstDueAt: row?.first_due_at ?? undefined,
  }
}

/** A stored search is personal data of its owner. */
export const searchesData: PersonalData = {
  name: 'searches',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<{ data: unknown }>`
      select jsonb_build_object('companyId', company_id, 'searchId', id, 'createdAt', created_at,
        'request', request) as data
      from search.searches where company_id = any(${[...companyIds]}) and owner_id = ${userId}
      order by created_at
    `.execute(conn)
    return rows.map(({ data }) => data)
  },
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      delete from search.searches where company_id = any(${[...companyIds]}) and owner_id = ${userId}
    `.execute(tx)
    return []
  },
}
