import { setTimeout as wait } from 'node:timers/promises'
import { type Database, sql } from '#platform/db'
import type { Stage } from './stage.ts'

export type Drained = {
  readonly seconds: number
  /** What was still to be done when nothing more was done for long. Empty where all is done. */
  readonly left: Readonly<Record<string, number>>
}

/** Without any progress. A busy machine needs longer for the whole. */
const patienceMs = 120_000
/** Longer than an attempt and its recording take. */
const quietMs = 4_000
/** A lease of 90 seconds, begun before that. */
const staleSeconds = 86

/**
 * Everything is well again, and the service has to come to an end by itself, but for the
 * subscriptions that a receiver has ended: those an administrator enables. Its waiting is shortened: retries, breakers and readers of
 * the log that are due in more than a moment are due now, and the leases of workers that are gone end sooner than after 90 seconds.
 */
export async function drain(stage: Stage, report?: (sentence: string) => void): Promise<Drained> {
  const began = performance.now()
  await Promise.all([stage.api, ...stage.workers].map((member) => member.healthy()))
  let least = Number.POSITIVE_INFINITY
  let progressAt = performance.now()
  return stage.direct(async (database) => {
    for (;;) {
      const left = await leftToDo(database)
      const now = performance.now()
      const seconds = Math.round((now - began) / 100) / 10
      const total = Object.values(left).reduce((sum, count) => sum + count, 0)
      if (total === 0) return { seconds, left }
      if (total < least) progressAt = now
      least = Math.min(least, total)
      if (now - progressAt > patienceMs) return { seconds, left }
      await passTime(database, isQuiet(stage))
      if (left.held) await stage.enable()
      report?.(`${seconds} s: ${JSON.stringify(left)}`)
      await wait(500)
    }
  })
}

async function leftToDo(database: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'unnumbered' as what, count(*)::int as count from platform.events where position is null
    union all
    select 'unread', (s.last_position - p.position)::int
    from platform.sequencer s, platform.subscriptions p where p.name = 'webhooks.record_deliveries'
    union all
    select 'setAside', count(*)::int from platform.set_aside_events
    union all
    select lower(state), count(*)::int from webhooks.deliveries
    where state in ('PENDING', 'LEASED', 'RETRYING', 'HELD') group by state
  `.execute(database.pool)
  return Object.fromEntries(
    rows.filter(({ count }) => count > 0).map((row) => [row.what, row.count]),
  )
}

/** Nobody sends anything any more: whoever holds a lease and lives would. */
function isQuiet({ receivers }: Stage): boolean {
  const last = Math.max(...receivers.map(({ arrivals }) => arrivals.at(-1)?.at ?? 0))
  return Date.now() - last > quietMs
}

async function passTime(database: Database, isAllQuiet: boolean): Promise<void> {
  const { pool } = database
  await sql`
    update webhooks.deliveries set available_at = now()
    where state in ('PENDING', 'RETRYING') and available_at > now() + interval '3 seconds'
      -- What stands in line has its turn when the one before it has ended.
      and (fifo_key is null or state = 'RETRYING' or ${isAllQuiet})
  `.execute(pool)
  if (isAllQuiet) {
    await sql`
      update webhooks.deliveries set lease_until = now()
      where state = 'LEASED' and lease_until between now() and now() + make_interval(secs => ${staleSeconds})
    `.execute(pool)
  }
  await forgiveKills(database)
  await sql`
    update webhooks.endpoints set breaker_open_until = now() where breaker_open_until > now()
  `.execute(pool)
  await sql`
    update platform.subscriptions set available_at = now() where available_at > now()
  `.execute(pool)
}

/**
 * The service sets a record aside after three processes died over it. The campaign kills more processes than that, and
 * no record is to blame. Rows that a worker is writing wait for the next time: to wait for them could be a deadlock.
 */
export async function forgiveKills({ pool }: Database): Promise<void> {
  await sql`
    with idle as (select id from webhooks.deliveries where deaths > 0 for update skip locked)
    update webhooks.deliveries set deaths = 0 where id in (select id from idle)
  `.execute(pool)
  // An event that was set aside waits for an operator, who has it tried again.
  await sql`
    with idle as (select subscription, event_id from platform.set_aside_events for update skip locked)
    update platform.set_aside_events set deaths = 0, available_at = now()
    where (subscription, event_id) in (select subscription, event_id from idle)
  `.execute(pool)
}
