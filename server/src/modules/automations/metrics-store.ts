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
  /** Held because a rule ran too often or only failed, or was switched off. */
  readonly held: number
  /** Of them, those that their companies have to let go. */
  readonly heldByRules: number
  readonly oldestHeldByRulesAgeSeconds: number
  /** What operators have stopped and not let go on: companies, and everybody as one more. */
  readonly switchedOff: number
  readonly isEverybodySwitchedOff: boolean
  readonly oldestSwitchAgeSeconds: number
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
    held_by_rules: number
    held_since: Date | null
    switches: number
    everybody: boolean
    off_since: Date | null
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
      held.held, held.held_by_rules, held.held_since, off.switches, off.everybody, off.off_since,
      (select count(*) from automations.runs where state = 'EXPIRED') as expired,
      (select count(*) from automations.runs where state = 'LEASED') as running
    from (
      select count(*) as dead, min(coalesce(finished_at, available_at)) as given_up from automations.runs
      where state = 'DEAD_LETTERED' and outcome is null
    ) as dead, (
      select count(*) as held, count(*) filter (where reason <> 'switched_off') as held_by_rules,
             min(created_at) filter (where reason <> 'switched_off') as held_since
      from automations.runs where state = 'HELD'
    ) as held, (
      select count(*) as switches, coalesce(bool_or(scope = 'all'), false) as everybody, min(off_at) as off_since
      from automations.switches where not by_closing
    ) as off
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
    heldByRules: row.held_by_rules,
    oldestHeldByRulesAgeSeconds: secondsSince(row.held_since),
    switchedOff: row.switches,
    isEverybodySwitchedOff: row.everybody,
    oldestSwitchAgeSeconds: secondsSince(row.off_since),
    expired: row.expired,
    running: row.running,
  }
}
