import { type Conn, sql, type Tx } from '#platform/db'
import { deathsUntilAlone, processDied } from '#platform/leases'

/** A job that nobody tries any more, until an operator retries or discards it. */
export type GivenUpJob = {
  readonly id: string
  readonly name: string
  readonly payload: unknown
  readonly attempts: number
  readonly lastError: string | undefined
  readonly createdAt: Date
  /** Undefined for a job that was given up before this column existed. */
  readonly givenUpAt: Date | undefined
}

type GivenUpRow = {
  id: string
  name: string
  payload: unknown
  attempts: number
  last_error: string | null
  created_at: Date
  given_up_at: Date | null
}

export type GivenUpPage = {
  readonly name?: string
  /** The last job of the page before: when it was made, and its id. */
  readonly before?: { readonly createdAt: Date; readonly id: string }
  readonly limit: number
}

/** Newest first. The index `jobs_exhausted` finds them, and they are few. */
export async function listGivenUp(
  conn: Conn,
  { name, before, limit }: GivenUpPage,
): Promise<GivenUpJob[]> {
  const { rows } = await sql<GivenUpRow>`
    select id, name, payload, attempts, last_error, created_at, given_up_at from platform.jobs
    where state = 'EXHAUSTED' and (${name ?? null}::text is null or name = ${name ?? null})
      and (${before?.id ?? null}::text is null
        or (created_at, id) < (${before?.createdAt ?? null}::timestamptz, ${before?.id ?? null}))
    order by created_at desc, id desc limit ${limit}
  `.execute(conn)
  return rows.map(toGivenUp)
}

/** Retries a job with all its attempts. Returns undefined if it is no longer given up, so two requests retry it once. */
export async function retryGivenUpJob(
  tx: Tx,
  id: string,
  now: Date,
): Promise<GivenUpJob | undefined> {
  const { rows } = await sql<GivenUpRow>`
    update platform.jobs set ${retrySet(now)}
    where id = ${id} and state = 'EXHAUSTED'
    returning id, name, payload, attempts, last_error, created_at, given_up_at
  `.execute(tx)
  return rows[0] && toGivenUp(rows[0])
}

/** Retries the oldest jobs of a kind. Returns how many. */
export async function retryGivenUpJobs(
  tx: Tx,
  name: string,
  limit: number,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with oldest as materialized (
      select id from platform.jobs where state = 'EXHAUSTED' and name = ${name}
      order by created_at, id limit ${limit} for update skip locked
    )
    update platform.jobs job set ${retrySet(now)} from oldest where job.id = oldest.id
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

const retrySet = (now: Date) => sql`
  state = 'PENDING', attempts = 0, deaths = least(deaths, ${deathsUntilAlone}), available_at = ${now},
  given_up_at = null`

export async function deleteGivenUp(tx: Tx, id: string): Promise<GivenUpJob | undefined> {
  const { rows } = await sql<GivenUpRow>`
    delete from platform.jobs where id = ${id} and state = 'EXHAUSTED'
    returning id, name, payload, attempts, last_error, created_at, given_up_at
  `.execute(tx)
  return rows[0] && toGivenUp(rows[0])
}

/** An equal job has succeeded since then: a schedule enqueues the same job again and again. */
export async function deleteSettled(tx: Tx, name: string, payload: unknown): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from platform.jobs
    where state = 'EXHAUSTED' and name = ${name} and payload = ${JSON.stringify(payload)}::jsonb
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function markGivenUp(
  tx: Tx,
  ids: readonly string[],
  lastError: string,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update platform.jobs set given_up_at = ${now},
      last_error = case last_error when ${processDied} then last_error else ${lastError} end
    where id = any(${[...ids]}::text[])
  `.execute(tx)
}

export async function countGivenUp(conn: Conn, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from platform.jobs where state = 'EXHAUSTED' and name = ${name}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** Locks one kind until the end of the transaction. */
export async function lockKind(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('platform.jobs'), hashtext(${name}))`.execute(tx)
}

export async function hasFailing(tx: Tx, name: string, failingAt: number): Promise<boolean> {
  const { rows } = await sql<{ failing: boolean }>`
    select exists (select from platform.jobs where state = 'EXHAUSTED' and name = ${name})
        or exists (select from platform.jobs where state in ('PENDING', 'RETRYING') and name = ${name}
                   and attempts >= ${failingAt}) as failing
  `.execute(tx)
  return rows[0]?.failing ?? false
}

export type JobsMetrics = {
  /** Jobs that wait, including those that were postponed. */
  readonly waiting: number
  readonly running: number
  /** For how long the oldest due job has been due. */
  readonly oldestDueAgeSeconds: number
  readonly givenUp: number
  /** Jobs that are still retried after ten failures. */
  readonly failing: number
  /** Jobs of kinds that this release does not know. No worker will ever run them. */
  readonly unhandled: number
  /** Since when the oldest of these jobs was given up or, if it still fails, written. */
  readonly oldestFailingAgeSeconds: number
  readonly oldestUnhandledAgeSeconds: number
}

/** The counts of this moment. `names`: the kinds that a worker of this release handles. */
export async function measureJobs(
  conn: Conn,
  names: readonly string[],
  failingAt: number,
  now: Date,
): Promise<JobsMetrics> {
  const { rows } = await sql<
    Omit<JobsMetrics, `oldest${string}`> & {
      oldest: Date | null
      failing_since: Date | null
      unhandled_since: Date | null
    }
  >`
    select open.waiting, open.failing, open.unhandled, open.oldest, open.unhandled_since,
      (select count(*) from platform.jobs where state = 'LEASED') as running,
      ended.count as "givenUp", least(open.failing_since, ended.since) as failing_since
    from (
      select count(*) as waiting, min(available_at) as oldest,
        count(*) filter (where attempts >= ${failingAt}) as failing,
        min(created_at) filter (where attempts >= ${failingAt}) as failing_since,
        count(*) filter (where name <> all(${[...names]}::text[])) as unhandled,
        min(created_at) filter (where name <> all(${[...names]}::text[])) as unhandled_since
      from platform.jobs where state in ('PENDING', 'RETRYING')
    ) as open, (
      select count(*) as count, min(coalesce(given_up_at, created_at)) as since from platform.jobs
      where state = 'EXHAUSTED'
    ) as ended
  `.execute(conn)
  const {
    waiting = 0,
    running = 0,
    givenUp = 0,
    failing = 0,
    unhandled = 0,
    oldest,
    failing_since,
    unhandled_since,
  } = rows[0] ?? {}
  const secondsSince = (instant: Date | null | undefined) =>
    instant ? Math.max(0, Math.round((now.getTime() - instant.getTime()) / 1_000)) : 0
  return {
    waiting,
    running,
    oldestDueAgeSeconds: secondsSince(oldest),
    givenUp,
    failing,
    unhandled,
    oldestFailingAgeSeconds: secondsSince(failing_since),
    oldestUnhandledAgeSeconds: secondsSince(unhandled_since),
  }
}

function toGivenUp(row: GivenUpRow): GivenUpJob {
  return {
    id: row.id,
    name: row.name,
    payload: row.payload,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at,
    givenUpAt: row.given_up_at ?? undefined,
  }
}
