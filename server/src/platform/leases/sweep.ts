import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import type { Queue } from './queue.ts'
import { keyOf, literals, onlyOf } from './sql.ts'

export type Swept<Row> = {
  /** Back to waiting: their workers were lost. */
  readonly returned: Row[]
  /** Given up: that was the last attempt. */
  readonly exhausted: Row[]
}

const batchMax = 500

/**
 * Looks for leases that ran out and puts their rows back, or gives them up after the last attempt. It looks at the
 * business rows themselves, because those are the jobs: no second queue can disagree with them. The rows come back so
 * that the caller can say so, in the same transaction, where giving up is news.
 */
export async function sweep<Row>(tx: Tx, queue: Queue, now: Date): Promise<Swept<Row>> {
  if (queue.working === undefined) return { returned: [], exhausted: await giveUp(tx, queue, now) }
  const lastAttempt = sql`job.attempts >= ${sql.lit(queue.attemptsMax)}`
  const { rows } = await sql<Row & { was_last_attempt: boolean }>`
    /* across companies: a lost worker held rows of several */
    with late as materialized (
      select ${keyOf(queue, 'job')} from ${sql.table(queue.table)} as job
      where job.state = ${sql.lit(queue.working)} and job.lease_until <= ${now} ${onlyOf(queue)}
      order by job.lease_until
      limit ${sql.lit(batchMax)}
      for update skip locked
    )
    update ${sql.table(queue.table)} as job
    set state = case when ${lastAttempt} then ${sql.lit(queue.exhausted)} else ${sql.lit(queue.lost)} end,
        available_at = ${now}, lease_token = null, lease_until = null
    from late
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'late')})
    returning job.*, ${lastAttempt} as was_last_attempt
  `.execute(tx)
  return {
    returned: rows.filter((row) => !row.was_last_attempt),
    exhausted: rows.filter((row) => row.was_last_attempt),
  }
}

/** Rows whose state does not show a worker are due again by themselves. What is left is to give them up. */
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
