import { type RawBuilder, sql } from 'kysely'

/** Why a record was set aside: each process that worked on it has died. Operators see this code, and it never changes. */
export const processDied = 'process_died'

/** After so many deaths of processes that held a record in a batch, the record is worked on alone. */
export const deathsUntilAlone = 2

/** How often a worker updates its row of `platform.processes`. */
export const seenEveryMs = 5_000

/** A process that was not seen for so long counts as dead: it has died unseen, or it hangs. */
export const silentMsMax = 20_000

/** A batch has no record that has to be worked on alone. */
export const inBatches: RawBuilder<boolean> = sql<boolean>`job.deaths < ${sql.lit(deathsUntilAlone)}`
export const isWorkedOnAlone: RawBuilder<boolean> = sql<boolean>`job.deaths >= ${sql.lit(deathsUntilAlone)}`

const holderOfJob = sql`split_part(job.lease_token, '@', 2)`

/**
 * Whether the holder of an expired lease died while it held it. A process that was seen after the end of the lease was slow. A
 * process that was asked to stop did not die of its work. Nothing is known about a process without a row.
 */
export const holderDied: RawBuilder<boolean> = sql<boolean>`exists (
  select from platform.processes p
  where p.holder = ${holderOfJob} and p.died_at is not null and p.stopping_at is null
    and p.seen_at <= job.lease_until)`

/**
 * Whether it is still open if the holder died. It is known when the holder is seen again, or when another process has noticed its
 * silence. That may take as long as no process runs, so no time limit ends it.
 */
export const isUndecided: RawBuilder<boolean> = sql<boolean>`exists (
  select from platform.processes p
  where p.holder = ${holderOfJob} and p.died_at is null and p.stopping_at is null
    and p.seen_at <= job.lease_until)`

/**
 * Whether nobody works on a row that may be leased: it has no lease, its worker was asked to stop and is gone, or its lease ran
 * out and its worker was slow. The sweep frees a row whose worker died, because it counts the death.
 */
export function isFree(now: Date): RawBuilder<boolean> {
  const isStopped = sql<boolean>`exists (
    select from platform.processes p
    where p.holder = ${holderOfJob} and p.died_at is not null and p.stopping_at is not null)`
  return sql<boolean>`(job.lease_token is null or ${isStopped}
    or (job.lease_until <= ${now} and not ${holderDied} and not ${isUndecided}))`
}

/**
 * Ends the lease of a row that its owner changes, here named `job`. The lease of a worker that died, or may have died, stays: the
 * sweep ends it and counts the death.
 */
export function unleasedUnlessDied(now: Date) {
  const mayHaveDied = sql<boolean>`(${holderDied} or (job.lease_until <= ${now} and ${isUndecided}))`
  return {
    lease_token: sql<string | null>`case when ${mayHaveDied} then job.lease_token end`,
    lease_until: sql<Date | null>`case when ${mayHaveDied} then job.lease_until end`,
  } as const
}

const slowSecondsMin = 600
const slowSecondsMax = 14_400

/**
 * When to retry a record that killed the process which worked on it alone: after 10 minutes, then after twice as long each time.
 */
export function retryAloneAt(now: Date): RawBuilder<Date> {
  return sql<Date>`${now}::timestamptz + interval '1 second' * least(
    ${sql.lit(slowSecondsMin)} * power(2, least(job.deaths, 12) - ${sql.lit(deathsUntilAlone)}),
    ${sql.lit(slowSecondsMax)})`
}
