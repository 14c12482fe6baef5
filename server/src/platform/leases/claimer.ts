import { sql } from 'kysely'
import { inIndexOrder, type Tx } from '#platform/db'
import { type DueOptions, dueKeys, type Place, returningColumns, takeSet } from './claim-sql.ts'
import type { Lease, Queue, RowKey } from './queue.ts'
import { idOf, namedIn, partsOf } from './sql.ts'

/**
 * Claims rows of a partitioned queue, like `claim` for other queues. It belongs to one process, since it remembers where it
 * stopped.
 */
export type Claimer = {
  <Row>(tx: Tx, lease: Lease, now: Date, batchMax: number): Promise<Row[]>
  /** Claims a record that has to be worked on alone. */
  alone<Row>(tx: Tx, lease: Lease, now: Date): Promise<Row[]>
}

/** The longest that a row with an earlier time waits while the claimer moves on. */
const onwardsMsMax = 1_000

/**
 * Claimed rows stay in the index until VACUUM runs, and a claim from the beginning steps over all of them: after fifty bursts of
 * 28,000 rows that costs more than the claim. So a claim continues where the last one ended. It starts again from the beginning
 * when it found fewer rows than it may take, and once a second. Rows with earlier times come too: from clocks that differ, from
 * commits that took long, and from claims that were rolled back.
 */
export function createClaimer(queue: Queue): Claimer {
  let reached: { readonly place: Place; readonly beganAt: number } | undefined

  const claim = async <Row>(tx: Tx, lease: Lease, now: Date, batchMax: number) => {
    const since = reached ? now.getTime() - reached.beganAt : 0
    const onwards = since >= 0 && since < onwardsMsMax ? reached : undefined
    let due = await lockDue(tx, queue, now, batchMax, { from: onwards?.place })
    if (onwards && due.length === 0) due = await lockDue(tx, queue, now, batchMax)
    const last = due.length < batchMax ? undefined : due.at(-1)
    reached = last && {
      place: { availableAt: last.available_at, id: idOf(queue, last) },
      beganAt: onwards?.beganAt ?? now.getTime(),
    }
    return due.length === 0 ? [] : take<Row>(tx, queue, lease, due)
  }
  return Object.assign(claim, {
    alone: async <Row>(tx: Tx, lease: Lease, now: Date) => {
      const due = await lockDue(tx, queue, now, 1, { isAlone: true })
      return due.length === 0 ? [] : take<Row>(tx, queue, lease, due)
    },
  })
}

type Due = RowKey & { readonly ctid: string; readonly available_at: Date }

/**
 * Finding and claiming are two statements: a plan can leave out the partitions without these keys only when the keys are known.
 * Otherwise the planner would read every partition completely.
 */
async function lockDue(
  tx: Tx,
  queue: Queue,
  now: Date,
  batchMax: number,
  options: Pick<DueOptions, 'from' | 'isAlone'> = {},
): Promise<Due[]> {
  const more = sql`, job.available_at, job.ctid::text`
  const read = () =>
    sql<Due>`
      /* across companies: a worker takes what is due, whoever it belongs to */
      ${dueKeys(queue, now, batchMax, { ...options, more })}
    `.execute(tx)
  // The records that have to be worked on alone have an index of their own, and are few enough to be sorted.
  const { rows } = options.isAlone ? await read() : await inIndexOrder(tx, read)
  return rows
}

/** The rows are locked, so they are still where they were found. No index is needed to find them again. */
async function take<Row>(tx: Tx, queue: Queue, lease: Lease, due: readonly Due[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    /* across companies: a worker takes what is due, whoever it belongs to */
    update ${sql.table(queue.table)} as job
    set ${takeSet(queue, lease)}
    where job.ctid = any(${due.map(({ ctid }) => ctid)}::text[]::tid[])
      ${partsOf(queue, due)} ${namedIn(queue, due)}
    returning ${returningColumns(queue)}
  `.execute(tx)
  return rows
}
