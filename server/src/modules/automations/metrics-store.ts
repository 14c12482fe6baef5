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
  /** Since the oldest of them was given up. */
  readonly oldestDeadLetterAgeSeconds: number
  /** Dead letters that were deferred on purpose: each may still be replayed. */
  readonly deferredCount: number
  readonly dispatched24h: number
  /** Held because a rule ran too often, or was switched off. */
  readonly held: number
  /** Held for so long that they have ended, in the last 30 days. */
  readonly expired: number
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
    given_up: Date | null
    deferred: number
    dispatched: number
    held: number
    expired: number
    running: number
  }>`
    /* across companies: operators watch the whole service */
    select
      (select count(*) from automations.runs where state in ('PENDING', 'RETRYING') and state = 'RETRYING') as replay,
      (select count(*) from automations.runs where state in ('PENDING', 'RETRYING') and state = 'PENDING') as pending,
      (select min(available_at) from automations.runs
        where state in ('PENDING', 'RETRYING') and state = 'PENDING') as oldest,
      dead.dead, dead.given_up,
      (select count(*) from automations.runs where state = 'DEAD_LETTERED' and outcome is not null
        and outcome = 'intentionally_deferred') as deferred,
      (select count(*) from automations.runs where finished_at >= ${dayAgo} and state = 'SUCCEEDED') as dispatched,
      (select count(*) from automations.runs where state = 'HELD') as held,
      (select count(*) from automations.runs where state = 'EXPIRED') as expired,
      (select count(*) from automations.runs where state = 'LEASED') as running
    from (
      select count(*) as dead, min(coalesce(finished_at, available_at)) as given_up from automations.runs
      where state = 'DEAD_LETTERED' and outcome is null
    ) as dead
  `.execute(conn)
  const [row] = rows
  if (!row) throw new Error('a query of counts returned no row')
  const secondsSince = (instant: Date | null) =>
    instant ? Math.max(0, Math.round((now.getTime() - instant.getTime()) / 1_000)) : 0
  return {
    replayQueueDepth: row.replay,
    pendingOutboxCount: row.pending,
    oldestPendingOutboxAgeSeconds: secondsSince(row.oldest),
    deadLetterCount: row.dead,
    oldestDeadLetterAgeSeconds: secondsSince(row.given_up),
    deferredCount: row.deferred,
    dispatched24h: row.dispatched,
    held: row.held,
    expired: row.expired,
    running: row.running,
  }
}
