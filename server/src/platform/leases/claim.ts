import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import { type Conn, inIndexOrder, type Tx } from '#platform/db'
import { ownHolder } from './holder.ts'
import type { Lease, Queue, RowKey } from './queue.ts'
import { dueOrder, keyOf, literals, namedIn, onlyOf, partsOf, withoutOf } from './sql.ts'

/** One lease for one batch: a token nobody else has, which says whose it is, and the time that the queue grants. */
export function leaseFor(queue: Queue, now: Date): Lease {
  const token = `${newId('lse', now)}@${ownHolder}`
  return { token, until: after(now, secondsMs(queue.leaseSeconds)) }
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
  if (queue.isInParts) return claimInParts(tx, queue, lease, now, batchMax)
  return claimAtOnce(tx, queue, lease, now, batchMax)
}

/** The same of a queue that is one table: a statement by itself, where nothing else belongs to it. */
export async function claimAtOnce<Row>(
  conn: Conn,
  queue: Queue,
  lease: Lease,
  now: Date,
  batchMax: number,
): Promise<Row[]> {
  assert(!queue.isInParts, 'a queue in parts is claimed in a transaction')
  const { rows } = await sql<Row>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    with due as materialized (${dueKeys(queue, now, batchMax)})
    update ${sql.table(queue.table)} as job
    set ${taking(queue, lease)}
    from due
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'due')})
    returning ${returned(queue)}
  `.execute(conn)
  return rows
}

/**
 * By two statements: only when the keys are known can a plan leave out the parts that hold none of them. The planner
 * does not foresee what an execution would leave out, and would rather read every part from end to end. The first one
 * has locked the rows, so they are still where it found them: the second needs no index to find them again.
 */
async function claimInParts<Row>(
  tx: Tx,
  queue: Queue,
  lease: Lease,
  now: Date,
  batchMax: number,
): Promise<Row[]> {
  const { rows: due } = await inIndexOrder(tx, () =>
    sql<RowKey & { place: string }>`
      /* across companies: a worker takes what is due, whoever it belongs to */
      ${dueKeys(queue, now, batchMax, sql`, job.ctid::text as place`)}
    `.execute(tx),
  )
  if (due.length === 0) return []
  const { rows } = await sql<Row>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    update ${sql.table(queue.table)} as job
    set ${taking(queue, lease)}
    where job.ctid = any(${due.map(({ place }) => place)}::text[]::tid[])
      ${partsOf(queue, due)} ${namedIn(queue, due)}
    returning ${returned(queue)}
  `.execute(tx)
  return rows
}

function returned(queue: Queue): RawBuilder<unknown> {
  if (!queue.returning) return sql`job.*`
  return sql.join([...queue.key, ...queue.returning].map((column) => sql.ref(`job.${column}`)))
}

function dueKeys(
  queue: Queue,
  now: Date,
  batchMax: number,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const notGivenUp =
    queue.working === undefined && queue.attemptsMax !== undefined
      ? sql`and job.attempts < ${sql.lit(queue.attemptsMax)}`
      : sql``
  return sql`
    select ${keyOf(queue, 'job')} ${more} from ${sql.table(queue.table)} as job
    where job.state in (${literals(queue.waiting)}) and job.available_at <= ${now}
      ${onlyOf(queue)} ${withoutOf(queue)} ${notGivenUp}
    order by ${dueOrder(queue)}
    limit ${batchMax}
    for update skip locked`
}

function taking(queue: Queue, lease: Lease): RawBuilder<unknown> {
  const taken = queue.working
    ? sql`state = ${sql.lit(queue.working)}`
    : sql`available_at = ${lease.until}`
  return sql`${taken}, attempts = job.attempts + 1, lease_token = ${lease.token}, lease_until = ${lease.until}`
}
