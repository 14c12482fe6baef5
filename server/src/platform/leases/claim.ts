import { sql } from 'kysely'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import type { Lease, Queue } from './queue.ts'
import { dueOrder, keyOf, literals, onlyOf } from './sql.ts'

/** One lease for one batch: a token nobody else has, and the time that the queue grants. */
export function leaseFor(queue: Queue, now: Date): Lease {
  return { token: newId('lse', now), until: after(now, secondsMs(queue.leaseSeconds)) }
}

/**
 * Takes what is due, and counts the attempt. The states are literals, so that the partial index on them answers; the
 * rows are found again by their whole key and nothing else, so that stale statistics cannot turn the plan.
 */
export async function claim<Row>(
  tx: Tx,
  queue: Queue,
  lease: Lease,
  now: Date,
  batchMax: number,
): Promise<Row[]> {
  const table = sql.table(queue.table)
  const taken = queue.working
    ? sql`state = ${sql.lit(queue.working)}`
    : sql`available_at = ${lease.until}`
  const notGivenUp =
    queue.working === undefined && queue.attemptsMax !== undefined
      ? sql`and job.attempts < ${sql.lit(queue.attemptsMax)}`
      : sql``
  const { rows } = await sql<Row>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    with due as materialized (
      select ${keyOf(queue, 'job')} from ${table} as job
      where job.state in (${literals(queue.waiting)}) and job.available_at <= ${now}
        ${onlyOf(queue)} ${notGivenUp}
      order by ${dueOrder(queue)}
      limit ${batchMax}
      for update skip locked
    )
    update ${table} as job
    set ${taken}, attempts = job.attempts + 1,
        lease_token = ${lease.token}, lease_until = ${lease.until}
    from due
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'due')})
    returning job.*
  `.execute(tx)
  return rows
}
