import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import { idRange } from '#kernel/id'
import type { Queue, RowKey } from './queue.ts'

/** Literals, because the generic plan of a prepared statement cannot prove that a parameter fits a partial index. */
export function literals(states: readonly string[]): RawBuilder<unknown> {
  return sql.join(states.map((state) => sql.lit(state)))
}

export function keyOf(queue: Queue, alias: string): RawBuilder<unknown> {
  return sql.join(queue.key.map((column) => sql.ref(`${alias}.${column}`)))
}

/** The order of the partial index: `(available_at, id)`. */
export function dueOrder(queue: Queue): RawBuilder<unknown> {
  return sql.join([sql.ref('job.available_at'), sql.ref(`job.${queue.id}`)])
}

export function onlyOf(queue: Queue): RawBuilder<unknown> {
  return queue.only
    ? sql`and ${sql.ref(`job.${queue.only.column}`)} = ${sql.lit(queue.only.value)}`
    : sql``
}

export function amongOf({ among }: Queue): RawBuilder<unknown> {
  return among
    ? sql`and ${sql.ref(`job.${among.column}`)} = any(${[...among.values]}::text[])`
    : sql``
}

/** Leaves out the partitions without these rows, already when the statement is planned. */
export function partsOf(queue: Queue, rows: readonly RowKey[]): RawBuilder<unknown> {
  if (!queue.isInParts) return sql``
  const { first, last } = idRange(rows.map((row) => idOf(queue, row)))
  return sql`and ${sql.ref(`job.${queue.id}`)} >= ${first} and ${sql.ref(`job.${queue.id}`)} <= ${last}`
}

/** A ctid of one partition may exist in another as well, so the rows are named by their ids too. */
export function namedIn(queue: Queue, rows: readonly RowKey[]): RawBuilder<unknown> {
  return sql`and ${sql.ref(`job.${queue.id}`)} = any(${rows.map((row) => idOf(queue, row))}::text[])`
}

/** The keys of the rows as a table, sorted, so that two writers cannot deadlock. */
export function keyTable(queue: Queue, rows: readonly RowKey[]): RawBuilder<unknown> {
  const sorted = rows
    .map((row) => queue.key.map((column) => textOf(row, column)))
    .sort((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1))
  const columns = queue.key.map((_, index) => sorted.map((key) => key[index]))
  const arrays = columns.map((column) => sql`${column}::text[]`)
  const names = queue.key.map((column) => sql.ref(column))
  return sql`unnest(${sql.join(arrays)}) as held(${sql.join(names)})`
}

export function idOf(queue: Queue, row: RowKey): string {
  return textOf(row, queue.id)
}

function textOf(row: RowKey, column: string): string {
  const value = row[column]
  assert(typeof value === 'string', `a row of the queue is named without its ${column}`)
  return value
}
