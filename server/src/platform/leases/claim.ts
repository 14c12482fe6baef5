import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { newId } from '#kernel/id'
import { after, secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { type DueOptions, dueKeys, returningColumns, takeSet } from './claim-sql.ts'
import { ownHolder } from './holder.ts'
import type { Lease, Queue } from './queue.ts'
import { keyOf } from './sql.ts'

/** One lease for one batch: a unique token that names the holder, and the time that the queue grants. */
export function leaseFor(queue: Queue, now: Date): Lease {
  const token = `${newId('lse', now)}@${ownHolder}`
  return { token, until: after(now, secondsMs(queue.leaseSeconds)) }
}

/**
 * Claims due rows and counts the attempt. The states are literals, so that their partial index answers. The rows are found again
 * by their whole key and nothing else, so that stale statistics cannot change the plan. It is one statement, so it needs no
 * transaction by itself. A partitioned queue has a Claimer. Records that have to be worked on alone are left to `workOn` and
 * `aloneOf`.
 */
export async function claim<Row>(
  conn: Conn,
  queue: Queue,
  lease: Lease,
  now: Date,
  batchMax: number,
  options: Pick<DueOptions, 'isAlone' | 'without'> = {},
): Promise<Row[]> {
  assert(!queue.isInParts, 'a queue in parts is claimed by a Claimer')
  const { rows } = await sql<Row>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    with due as materialized (${dueKeys(queue, now, batchMax, options)})
    update ${sql.table(queue.table)} as job
    set ${takeSet(queue, lease)}
    from due
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'due')})
    returning ${returningColumns(queue)}
  `.execute(conn)
  return rows
}
