import { sql } from 'kysely'
import { after, secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Lease, Queue, RowKey } from './queue.ts'
import { keyOf, keyTable, partsOf } from './sql.ts'

/** The new state of a row after the work. `set` has other columns of the row. */
export type Outcome = {
  readonly state?: string
  readonly availableAt?: Date
  readonly set?: Readonly<Record<string, string | number | boolean | Date | null>>
}

/**
 * Ends the lease on these rows and stores their outcome. Returns how many rows it still held. If these are fewer than given,
 * another worker has the lease and decides their outcome.
 */
export async function finish(
  conn: Conn,
  queue: Queue,
  lease: Lease,
  rows: readonly RowKey[],
  outcome: Outcome,
): Promise<number> {
  if (rows.length === 0) return 0
  const changes = [
    sql`lease_token = null`,
    sql`lease_until = null`,
    ...(outcome.state === undefined ? [] : [sql`state = ${outcome.state}`]),
    ...(outcome.availableAt === undefined ? [] : [sql`available_at = ${outcome.availableAt}`]),
    ...Object.entries(outcome.set ?? {}).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    ),
  ]
  return changeHeld(conn, queue, lease, rows, changes)
}

/** Gives rows back unchanged, for example when the process stops. They are due again and the attempt does not count. */
export async function release(
  conn: Conn,
  queue: Queue,
  lease: Lease,
  rows: readonly RowKey[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  return changeHeld(conn, queue, lease, rows, [
    sql`lease_token = null`,
    sql`lease_until = null`,
    sql`available_at = ${now}`,
    sql`attempts = greatest(job.attempts - 1, 0)`,
    ...(queue.working === undefined ? [] : [sql`state = ${queue.lost}`]),
  ])
}

/**
 * Renews the lease on rows from now. Returns how many are still held. A lease that has ended stays ended: the sweep decides whether
 * its worker died, and another worker may take the row at any moment.
 */
export async function renew(
  conn: Conn,
  queue: Queue,
  lease: Lease,
  rows: readonly RowKey[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  const until = after(now, secondsMs(queue.leaseSeconds))
  const changes = [
    sql`lease_until = ${until}`,
    ...(queue.working === undefined ? [sql`available_at = ${until}`] : []),
  ]
  return changeHeld(conn, queue, lease, rows, changes, sql`and job.lease_until > ${now}`)
}

async function changeHeld(
  conn: Conn,
  queue: Queue,
  lease: Lease,
  rows: readonly RowKey[],
  changes: readonly ReturnType<typeof sql>[],
  further = sql``,
): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: a batch holds rows of several, each named by its whole key */
    update ${sql.table(queue.table)} as job
    set ${sql.join(changes)}
    from ${keyTable(queue, rows)}
    where (${keyOf(queue, 'job')}) = (${keyOf(queue, 'held')}) and job.lease_token = ${lease.token}
      ${partsOf(queue, rows)} ${further}
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
