import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { Queue } from '#platform/leases'
import type { Job } from './job.ts'
import { nextTime, type Schedule } from './schedule.ts'

/** A queue for each kind of job, because each has its own lease and attempts. They share a table. */
export function queueOf(job: Job) {
  return {
    table: 'platform.jobs',
    key: ['id'],
    waiting: ['PENDING', 'RETRYING'],
    working: 'LEASED',
    lost: 'RETRYING',
    exhausted: 'EXHAUSTED',
    leaseSeconds: job.leaseSeconds,
    attemptsMax: job.attemptsMax,
    only: { column: 'name', value: job.name },
  } as const satisfies Queue
}

export type ClaimedJob = {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  readonly attempts: number
}

export async function insertJob(
  tx: Tx,
  job: {
    readonly id: string
    readonly name: string
    readonly payload: unknown
    readonly availableAt: Date
    readonly createdAt: Date
  },
): Promise<void> {
  await sql`
    insert into platform.jobs (id, name, payload, state, attempts, available_at, created_at)
    values (${job.id}, ${job.name}, ${JSON.stringify(job.payload)}::jsonb, 'PENDING', 0,
            ${job.availableAt}, ${job.createdAt})
    on conflict (id) do nothing
  `.execute(tx)
}

/** Which of these kinds have something due: one look into `jobs_due` for each. */
export async function namesWithWork(
  conn: Conn,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select wanted.name from unnest(${names}::text[]) as wanted(name)
    where exists (
      select from platform.jobs j
      where j.name = wanted.name and j.state in ('PENDING', 'RETRYING') and j.available_at <= ${now}
    )
  `.execute(conn)
  return rows.map((row) => row.name)
}

/** Returns false when the lease has gone to another worker. A job that is done leaves nothing behind. */
export async function deleteDone(conn: Conn, id: string, leaseToken: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from platform.jobs where id = ${id} and lease_token = ${leaseToken}
  `.execute(conn)
  return numAffectedRows === 1n
}

/** Schedules that are new begin at their next time; those whose expression has changed, too. */
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

/** Takes the schedules that are due, for as long as the transaction lasts. */
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

/** True when one of these schedules is due: asked before a transaction is opened for it. */
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
