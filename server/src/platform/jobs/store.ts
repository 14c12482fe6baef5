import { sql } from 'kysely'
import { type Conn, type Gathering, insertionOf, type Tx, writeBeforeCommit } from '#platform/db'
import { deathsUntilAlone, type Queue } from '#platform/leases'
import type { Job } from './job.ts'
import { nextTime, type Schedule } from './schedule.ts'

/** A queue for each kind of job, because each kind has its own lease and attempts. They share a table. */
export function queueOf(job: Job) {
  return {
    table: 'platform.jobs',
    key: ['id'],
    id: 'id',
    waiting: ['PENDING', 'RETRYING'],
    working: 'LEASED',
    lost: 'RETRYING',
    exhausted: 'EXHAUSTED',
    leaseSeconds: job.leaseSeconds,
    attemptsMax: job.attemptsMax,
    poison:
      job.poison === 'set_aside'
        ? { is: 'set_aside', reasonColumn: 'last_error' }
        : { is: 'retried_slowly' },
    only: { column: 'name', value: job.name },
  } as const satisfies Queue
}

/** All kinds of jobs together, for the operators' view. */
export const jobsQueue: Queue = {
  table: 'platform.jobs',
  key: ['id'],
  id: 'id',
  waiting: ['PENDING', 'RETRYING'],
  working: 'LEASED',
  lost: 'RETRYING',
  exhausted: 'EXHAUSTED',
  leaseSeconds: 0,
  attemptsMax: 1,
  poison: { is: 'set_aside', reasonColumn: 'last_error' },
}

export type ClaimedJob = {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  readonly attempts: number
}

export type NewJob = {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  readonly availableAt: Date
  readonly createdAt: Date
}

/** Inserts jobs with the other writes at the end of the transaction. A job whose id exists is not inserted again. */
export function insertJob(tx: Tx, job: NewJob): void {
  writeBeforeCommit(tx, newJobs, [job])
}

const newJobs: Gathering<NewJob> = {
  writes: (jobs) => [
    {
      name: 'enqueued',
      statement: sql`${insertionOf('platform.jobs', jobs.map(rowOf))} on conflict (id) do nothing`,
    },
  ],
}

function rowOf({ id, name, payload, availableAt, createdAt }: NewJob) {
  const times = { available_at: availableAt, created_at: createdAt }
  return { id, name, payload, state: 'PENDING', attempts: 0, ...times }
}

/**
 * Which of these kinds have a job that is due. It goes through the kinds that wait, by `jobs_due`: those are few, and most kinds
 * have no job.
 */
export async function namesWithWork(
  conn: Conn,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive waiting(name) as (
      (select name from platform.jobs where state in ('PENDING', 'RETRYING') order by name limit 1)
      union all
      select (select j.name from platform.jobs j
               where j.state in ('PENDING', 'RETRYING') and j.name > waiting.name
               order by j.name limit 1)
      from waiting where waiting.name is not null
    )
    select waiting.name from waiting
    where waiting.name = any(${names}) and exists (
      select from platform.jobs j
      where j.name = waiting.name and j.state in ('PENDING', 'RETRYING') and j.available_at <= ${now}
    )
  `.execute(conn)
  return rows.map((row) => row.name)
}

/**
 * Jobs that are not done and have killed the processes that worked on them. A schedule adds no equal job, which would kill as many
 * again. The small index `jobs_after_deaths` answers.
 */
export async function listPoison(conn: Conn): Promise<{ name: string; payload: unknown }[]> {
  const { rows } = await sql<{ name: string; payload: unknown }>`
    select name, payload from platform.jobs
    where deaths >= ${sql.lit(deathsUntilAlone)} and state <> 'EXHAUSTED'
  `.execute(conn)
  return rows
}

/** Deletes a job that is done. Returns false when the lease has gone to another worker. */
export async function deleteDone(conn: Conn, id: string, leaseToken: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from platform.jobs where id = ${id} and lease_token = ${leaseToken}
  `.execute(conn)
  return numAffectedRows === 1n
}

/** New schedules begin at their next time. So do schedules whose expression has changed. */
export async function insertSchedules(
  conn: Conn,
  schedules: readonly Schedule[],
  now: Date,
): Promise<void> {
  const sorted = [...schedules].sort((a, b) => (a.name < b.name ? -1 : 1))
  const names = sorted.map(({ name }) => name)
  const crons = sorted.map(({ cron }) => cron)
  const times = sorted.map(({ cron }) => nextTime(cron, now).toISOString())
  await sql`
    insert into platform.schedules as s (name, cron, available_at)
    select * from unnest(${names}::text[], ${crons}::text[], ${times}::timestamptz[])
    on conflict (name) do update set cron = excluded.cron, available_at = excluded.available_at
    where s.cron <> excluded.cron
  `.execute(conn)
}

/** Claims the schedules that are due until the transaction ends. */
export async function claimSchedules(
  tx: Tx,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from platform.schedules
    where name = any(${names}) and available_at <= ${now}
    for update skip locked
  `.execute(tx)
  return rows.map((row) => row.name)
}

export async function markFired(
  tx: Tx,
  name: string,
  fired: { readonly at: Date; readonly nextAt: Date },
): Promise<void> {
  await sql`
    update platform.schedules set available_at = ${fired.nextAt}, fired_at = ${fired.at}
    where name = ${name}
  `.execute(tx)
}

/** True when one of these schedules is due. Read before a transaction is opened for it. */
export async function hasDueSchedule(
  conn: Conn,
  names: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from platform.schedules where name = any(${names}) and available_at <= ${now}
    ) as due
  `.execute(conn)
  return rows[0]?.due ?? false
}
