import type { RawBuilder } from 'kysely'
import { type Conn, sql } from '#platform/db'
import type {
  Condition,
  Cut,
  Keys,
  List,
  ListedRows,
  ListRequest,
  OwnSort,
  PlacedRow,
  Position,
  ReadRows,
  Sort,
} from './list.ts'

/** The most rows that one request reads in the order of their changes, where filters leave most of them out. */
export const scannedMax = 20_000

/** The window of a reading by changes: after the last one, and up to the time to which all changes are known. */
export type Window = { readonly updatedAfter: string | undefined; readonly through: string }

/** The rows of a page in one of the orders of the list. */
export async function readRows(
  conn: Conn,
  list: List,
  request: ListRequest,
  sort: Sort | OwnSort<object>,
  cut: Cut,
): Promise<ReadRows<object>> {
  if ('read' in sort) return sort.read(request as never, cut)
  const rows = rowsIn(list)
  const conditions = [await rows.scope(request), ...(sort.where ? [sort.where] : [])]
  const filters = filtersOf(list, request)
  return { found: await select(conn, rows, sort, [...conditions, ...filters], cut) }
}

function rowsIn({ operationId, rows }: List): ListedRows {
  if (!rows) throw new Error(`${operationId} has no table`)
  return rows
}

/** The rows that changed within the window, the earliest change first. */
export async function readChanges(
  conn: Conn,
  list: List,
  request: ListRequest,
  { updatedAfter, through }: Window,
  cut: Cut,
  mostScanned = scannedMax,
): Promise<ReadRows<object>> {
  const rows = rowsIn(list)
  const column = list.writtenAt as string
  const sort = {
    keys: { [column]: 'timestamptz', ...rows.identity },
    direction: 'asc',
  } as const
  const within = [
    await rows.scope(request),
    sql`${sql.raw(column)} <= ${through}::timestamptz`,
    ...(updatedAfter === undefined ? [] : [sql`${sql.raw(column)} > ${updatedAfter}::timestamptz`]),
  ]
  const filters = filtersOf(list, request)
  if (filters.length === 0) return { found: await select(conn, rows, sort, within, cut) }
  const stop = await placeBehind(conn, rows, sort, within, cut, mostScanned)
  const upTo = stop === undefined ? [] : [compare(sort.keys, '<=', stop)]
  const found = await select(conn, rows, sort, [...within, ...filters, ...upTo], cut)
  return { found, continuesAfter: stop }
}

function filtersOf(list: List, request: ListRequest): Condition[] {
  return Object.entries(list.filters).flatMap(([name, { where }]) => {
    const value = request.query[name]
    return value === undefined || where === undefined ? [] : [where(value as never, request)]
  })
}

async function select(
  conn: Conn,
  listed: ListedRows,
  sort: Sort,
  conditions: readonly Condition[],
  { after, limit }: Cut,
): Promise<PlacedRow<object>[]> {
  const { keys, direction } = sort
  const names = Object.keys(keys)
  const all = after ? [...conditions, ...behind(sort, after)] : conditions
  const { rows } = await sql<{ place_in_list: Position }>`
    select ${listed.select}, jsonb_build_array(${sql.raw(names.join(', '))}) as place_in_list
    from ${listed.from}
    where ${sql.join(all, sql` and `)}
    order by ${orderBy(names, direction)} limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({ row, position: row.place_in_list }))
}

/** The last row that a request may look at. Undefined: the window has no more rows than that. */
async function placeBehind(
  conn: Conn,
  { from }: ListedRows,
  { keys, direction }: Sort,
  within: readonly Condition[],
  { after }: Cut,
  mostScanned: number,
): Promise<Position | undefined> {
  const names = Object.keys(keys)
  const all = after ? [...within, compare(keys, '>', after)] : within
  const { rows } = await sql<{ position: Position }>`
    select jsonb_build_array(${sql.raw(names.join(', '))}) as position
    from ${from}
    where ${sql.join(all, sql` and `)}
    order by ${orderBy(names, direction)} offset ${mostScanned - 1} limit 2
  `.execute(conn)
  return rows.length === 2 ? rows[0]?.position : undefined
}

function orderBy(names: readonly string[], direction: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql.raw(names.map((name) => `${name} ${direction}`).join(', '))
}

/**
 * The rows behind a place. Where the last keys are columns of a joined table, no index knows all keys: the comparison of the
 * first ones then keeps PostgreSQL from reading every row before the place again.
 */
function behind({ keys, direction }: Sort, place: Position): Condition[] {
  const isAscending = direction === 'asc'
  const whole = compare(keys, isAscending ? '>' : '<', place)
  const all = Object.entries(keys)
  const joined = all.findIndex(([name]) => !name.startsWith('t.'))
  if (joined <= 0) return [whole]
  return [
    compare(Object.fromEntries(all.slice(0, joined)), isAscending ? '>=' : '<=', place),
    whole,
  ]
}

function compare(keys: Keys, operator: '<' | '>' | '<=' | '>=', position: Position): Condition {
  const values = Object.values(keys).map((type, at) => sql`${position[at]}::${sql.raw(type)}`)
  return sql`(${sql.raw(Object.keys(keys).join(', '))}) ${sql.raw(operator)} (${sql.join(values)})`
}
