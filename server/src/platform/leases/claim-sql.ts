import { type RawBuilder, sql } from 'kysely'
import { holderDied, inBatches, isUndecided, isWorkedOnAlone } from './deaths.ts'
import type { Lease, Queue } from './queue.ts'
import { amongOf, dueOrder, keyOf, literals, onlyOf } from './sql.ts'

/** The place of a row in the order of due rows. */
export type Place = { readonly availableAt: Date; readonly id: string }

export type DueOptions = {
  /** Further columns to return. */
  readonly more?: RawBuilder<unknown>
  /** Rows before this place are left out. */
  readonly from?: Place | undefined
  /** Selects records that have to be worked on alone, instead of the others. */
  readonly isAlone?: boolean
  /** Leaves out rows with any of these values. */
  readonly without?: readonly Without[]
}

export type Without = { readonly column: string; readonly values: readonly string[] }

/** Selects the keys of due rows, oldest first, and locks the rows. */
export function dueKeys(
  queue: Queue,
  now: Date,
  batchMax: number,
  { more = sql``, from, isAlone = false, without = [] }: DueOptions = {},
): RawBuilder<unknown> {
  const notGivenUp =
    queue.working === undefined && queue.attemptsMax !== undefined
      ? sql`and job.attempts < ${sql.lit(queue.attemptsMax)}`
      : sql``
  const onwards = from ? sql`and (${dueOrder(queue)}) >= (${from.availableAt}, ${from.id})` : sql``
  return sql`
    select ${keyOf(queue, 'job')} ${more} from ${sql.table(queue.table)} as job
    where job.state in (${literals(queue.waiting)}) and job.available_at <= ${now} ${onwards}
      ${onlyOf(queue)} ${amongOf(queue)} ${sql.join(without.map(exceptOf), sql` `)} ${notGivenUp} and ${isAlone ? isWorkedOnAlone : inBatches} ${withoutDeadWorker(queue)}
    order by ${dueOrder(queue)}
    limit ${batchMax}
    for update skip locked`
}

function exceptOf({ column, values }: Without): RawBuilder<unknown> {
  return sql`and ${sql.ref(`job.${column}`)} <> all(${[...values]}::text[])`
}

/**
 * The sweep must first see rows whose worker has died or may have, because it counts the death. Only such rows have a token here.
 */
function withoutDeadWorker(queue: Queue): RawBuilder<unknown> {
  if (queue.working !== undefined) return sql``
  return sql`and (job.lease_token is null or not (${holderDied} or ${isUndecided}))`
}

export function takeSet(queue: Queue, lease: Lease): RawBuilder<unknown> {
  const taken = queue.working
    ? sql`state = ${sql.lit(queue.working)}`
    : sql`available_at = ${lease.until}`
  return sql`${taken}, attempts = job.attempts + 1, lease_token = ${lease.token}, lease_until = ${lease.until}`
}

/** The deaths are always among the columns: see `acquit`. */
export function returningColumns(queue: Queue): RawBuilder<unknown> {
  if (!queue.returning) return sql`job.*`
  return sql.join(
    [...queue.key, 'deaths', ...queue.returning].map((column) => sql.ref(`job.${column}`)),
  )
}
