import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import { countedInDayMax } from '#platform/health'

/** Figures of this moment, in the order in which the surfaces follow one another. */
export type FallbackMetrics = {
  /** First: failed runs that will be retried. */
  readonly replayQueueDepth: number
  /** Second: recorded runs that no worker has started. */
  readonly pendingOutboxCount: number
  readonly oldestPendingOutboxAgeSeconds: number
  /** Runs that were given up and have no decision of an operator. */
  readonly deadLetterCount: number
  /** Since the oldest dead letter was given up. */
  readonly oldestDeadLetterAgeSeconds: number
  /** Dead letters that an operator deferred on purpose: each may still be replayed. */
  readonly deferredCount: number
  readonly dispatched24h: number
  /** Runs that are held because a rule ran too often, failed too often, or was switched off. */
  readonly held: number
  /** The part of these runs that their companies must release. */
  readonly heldByRules: number
  readonly oldestHeldByRulesAgeSeconds: number
  /** Kill switches that are on: one for each stopped company, and one for all. */
  readonly switchedOff: number
  readonly isEverybodySwitchedOff: boolean
  readonly oldestSwitchAgeSeconds: number
  /** Runs that expired while held, in the last 30 days. */
  readonly expired: number
  readonly running: number
  /** Rules that were paused because they only failed. */
  readonly failingRules: number
}

export async function measureFallback(
  conn: Conn,
  dayAgo: Date,
  now: Date,
): Promise<FallbackMetrics> {
  const { rows } = await sql<FallbackRow>`
    /* across companies: operators watch the whole service */
    select
      (select count(*) from automations.runs where state in ('PENDING', 'RETRYING') and state = 'RETRYING') as replay,
      (select count(*) from automations.runs where state in ('PENDING', 'RETRYING') and state = 'PENDING') as pending,
      (select min(available_at) from automations.runs
        where state in ('PENDING', 'RETRYING') and state = 'PENDING') as oldest,
      dead.dead, dead.given_up,
      (select count(*) from automations.runs where state = 'DEAD_LETTERED' and outcome is not null
        and outcome = 'intentionally_deferred') as deferred,
      (select count(*) filter (where state = 'SUCCEEDED') from (
        select state from automations.runs where finished_at >= ${dayAgo}
        order by finished_at desc limit ${countedInDayMax}
      ) as day) as dispatched,
      held.held, held.held_by_rules, held.held_since, off.switches, off.everybody, off.off_since,
      (select count(*) from automations.runs where state = 'EXPIRED') as expired,
      (select count(*) from automations.runs where state = 'LEASED') as running,
      (select count(*) from automations.automations where failing_since is not null and state = 'PAUSED')
        as failing_rules
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
  return toMetrics(row, now)
}

type FallbackRow = {
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
  failing_rules: number
}

function toMetrics(row: FallbackRow, now: Date): FallbackMetrics {
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
    failingRules: row.failing_rules,
  }
}
