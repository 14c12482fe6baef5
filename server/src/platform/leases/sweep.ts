import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db'
import { deathsUntilAlone, holderDied, isUndecided, processDied, retryAloneAt } from './deaths.ts'
import type { Queue } from './queue.ts'
import { keyOf, literals, onlyOf } from './sql.ts'

export type Swept<Row> = {
  /** Rows that wait again, because their workers were lost. */
  readonly returned: Row[]
  /** Rows that were given up: it was the last attempt, or their processes have died again and again. */
  readonly exhausted: Row[]
}

const batchMax = 500

type SweptRow<Row> = Row & { readonly is_over: boolean }

/**
 * Finds leases that ran out and puts their rows back, or gives them up after the last attempt. It reads the business rows
 * themselves, because those are the jobs: no second queue can disagree with them. It counts the deaths of processes that held the
 * leases: see `holderDied`. It returns the rows, so that the caller can report those that were given up in the same transaction.
 */
export async function sweep<Row>(tx: Tx, queue: Queue, now: Date): Promise<Swept<Row>> {
  if (queue.working === undefined) {
    return {
      returned: await returnAfterDeath(tx, queue, now),
      exhausted: await giveUp(tx, queue, now),
    }
  }
  const { rows } = await sql<SweptRow<Row>>`
    /* across companies: a lost worker held rows of several */
    with late as materialized (
      select ${keyOf(queue, 'job')}, ${holderDied} as died from ${sql.table(queue.table)} as job
      where job.state = ${sql.lit(queue.working)} and job.lease_until <= ${now} ${onlyOf(queue)}
        and not ${isUndecided}
      order by job.lease_until
      limit ${sql.lit(batchMax)}
      for update skip locked
    )
    update ${sql.table(queue.table)} as job
    set ${sql.join(changesOf(queue, now))}, lease_token = null, lease_until = null
    from late
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'late')})
    returning job.*, job.state = ${sql.lit(queue.exhausted)} as is_over
  `.execute(tx)
  return {
    returned: rows.filter((row) => !row.is_over),
    exhausted: rows.filter((row) => row.is_over),
  }
}

const diedAlone = sql<boolean>`(late.died and job.deaths >= ${sql.lit(deathsUntilAlone)})`

/** The changes to the row of a lost worker. A death is no failed attempt of a row that is never set aside. */
function changesOf(
  queue: Extract<Queue, { working: string }>,
  now: Date,
): readonly RawBuilder<unknown>[] {
  const { poison, lost, exhausted, attemptsMax } = queue
  const isLast = sql<boolean>`job.attempts >= ${sql.lit(attemptsMax)}`
  const state = (isOver: RawBuilder<boolean>) =>
    sql`state = case when ${isOver} then ${sql.lit(exhausted)} else ${sql.lit(lost)} end`
  const deaths = sql`deaths = job.deaths + late.died::integer`
  if (poison.is === 'retried_slowly') {
    return [
      deaths,
      state(sql`not late.died and ${isLast}`),
      sql`attempts = job.attempts - late.died::integer`,
      sql`available_at = case when ${diedAlone} then ${retryAloneAt(now)} else ${now} end`,
    ]
  }
  const reason = sql.ref(poison.reasonColumn)
  const isOver = sql<boolean>`(${isLast} or ${diedAlone})`
  return [
    deaths,
    state(isOver),
    sql`available_at = ${now}`,
    sql`${reason} = case when late.died and ${isOver} then ${sql.lit(processDied)}
      else ${sql.ref(`job.${poison.reasonColumn}`)} end`,
  ]
}

/**
 * Rows in place, without a working state, are due again by themselves, except when their worker died: see `dueKeys`. One query
 * checks whether any process has died lately. If none has, no row is read.
 */
async function returnAfterDeath<Row>(tx: Tx, queue: Queue, now: Date): Promise<Row[]> {
  const isSlow = sql<boolean>`job.deaths >= ${sql.lit(deathsUntilAlone)}`
  const again =
    queue.poison.is === 'retried_slowly'
      ? sql`case when ${isSlow} then ${retryAloneAt(now)} else ${now} end`
      : sql`${now}`
  const { rows } = await sql<Row>`
    /* across companies: a lost worker held rows of several */
    with late as materialized (
      select ${keyOf(queue, 'job')} from ${sql.table(queue.table)} as job
      where job.state in (${literals(queue.waiting)}) and job.available_at <= ${now}
        and job.lease_token is not null and ${holderDied} ${onlyOf(queue)}
        and exists (select from platform.processes where died_at is not null)
      order by job.available_at
      limit ${sql.lit(batchMax)}
      for update skip locked
    )
    update ${sql.table(queue.table)} as job
    set deaths = job.deaths + 1, attempts = greatest(job.attempts - 1, 0),
        available_at = ${again}, lease_token = null, lease_until = null
    from late
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'late')})
    returning job.*
  `.execute(tx)
  return rows
}

/** Gives rows in place up. They are due again by themselves, so nothing else is left to do. */
async function giveUp<Row>(tx: Tx, queue: Queue, now: Date): Promise<Row[]> {
  if (queue.attemptsMax === undefined || queue.exhausted === undefined) return []
  const { rows } = await sql<Row>`
    /* across companies: a lost worker held rows of several */
    with late as materialized (
      select ${keyOf(queue, 'job')} from ${sql.table(queue.table)} as job
      where job.state in (${literals(queue.waiting)}) and job.available_at <= ${now}
        and job.attempts >= ${sql.lit(queue.attemptsMax)} ${onlyOf(queue)}
      order by job.available_at
      limit ${sql.lit(batchMax)}
      for update skip locked
    )
    update ${sql.table(queue.table)} as job
    set state = ${sql.lit(queue.exhausted)}, lease_token = null, lease_until = null
    from late
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'late')})
    returning job.*
  `.execute(tx)
  return rows
}
