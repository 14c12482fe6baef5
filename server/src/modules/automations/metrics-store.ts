import { sql } from 'kysely'
import type { Conn } from '#platform/db'

/** True at the moment of asking, in the order in which the surfaces take over from each other. */
export type FallbackMetrics = {
  /** First: what failed and is tried again by itself. */
  readonly replayQueueDepth: number
  /** Second: what is written and nobody has begun. */
  readonly pendingOutboxCount: number
  readonly oldestPendingOutboxAgeSeconds: number
  /** Given up, and without a word of an operator. */
  readonly deadLetterCount: number
  readonly dispatched24h: number
  /** Held because a rule ran too often, or was switched off. */
  readonly held: number
  readonly running: number
}

export async function measureFallback(
  conn: Conn,
  dayAgo: Date,
  now: Date,
): Promise<FallbackMetrics> {
  const { rows } = await sql<{
    replay: number
    pending: number
    oldest: Date | null
    dead: number
    dispatched: number
    held: number
    running: number
  }>`
    /* across companies: operators watch the whole service */
    select
      (select count(*) from automations.runs where state in ('PENDING', 'RETRYING') and state = 'RETRYING') as replay,
      (select count(*) from automations.runs where state in ('PENDING', 'RETRYING') and state = 'PENDING') as pending,
      (select min(available_at) from automations.runs
        where state in ('PENDING', 'RETRYING') and state = 'PENDING') as oldest,
      (select count(*) from automations.runs where state = 'DEAD_LETTERED' and outcome is null) as dead,
      (select count(*) from automations.runs where finished_at >= ${dayAgo} and state = 'SUCCEEDED') as dispatched,
      (select count(*) from automations.runs where state = 'HELD') as held,
      (select count(*) from automations.runs where state = 'LEASED') as running
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  const age = row.oldest ? (now.getTime() - row.oldest.getTime()) / 1_000 : 0
  return {
    replayQueueDepth: row.replay,
    pendingOutboxCount: row.pending,
    oldestPendingOutboxAgeSeconds: Math.max(0, Math.round(age)),
    deadLetterCount: row.dead,
    dispatched24h: row.dispatched,
    held: row.held,
    running: row.running,
  }
}

/** Rows that say what was done are kept for a while, those of conditions that did not hold for a day. */
export async function purgeRuns(
  conn: Conn,
  { skippedBefore, before }: { readonly skippedBefore: Date; readonly before: Date },
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: the housekeeping serves all of them */
    with old as (
      select company_id, id from automations.runs
      where finished_at < ${skippedBefore}
        and (state in ('SKIPPED', 'REFUSED', 'CANCELLED') or finished_at < ${before})
        and (state <> 'DEAD_LETTERED' or outcome is not null)
      limit ${limit}
    )
    delete from automations.runs r using old where (r.company_id, r.id) = (old.company_id, old.id)
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
