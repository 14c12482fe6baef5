import type { RawBuilder } from 'kysely'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Principal } from '#kernel/actor'
import type { Locale } from '#kernel/locale'
import { sql } from '#platform/db'
import type { Http, RouteConfig } from '#platform/http'
import { fieldsOf, type PathOf } from './fields.ts'

/** A part of a `where` clause. The table of the list is `t` in it. */
export type Condition = RawBuilder<unknown>

/** What a request asks of a list. */
export type ListRequest<Query = Readonly<Record<string, unknown>>> = {
  readonly actor: Principal
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  /** The language of the answer. */
  readonly locale: Locale
  readonly server: Pick<Http, 'tickets'>
}

export type Filter<Schema extends TSchema = TSchema> = {
  readonly schema: Schema
  readonly where: ((value: never, request: ListRequest) => Condition) | undefined
  /** True: a request without it is refused. */
  readonly isRequired?: boolean
}

/** A parameter that leaves rows out. Without `where` the `scope` of the list reads it. */
export function filter<Schema extends TSchema>(
  schema: Schema,
  where?: (value: Static<Schema>, request: ListRequest) => Condition,
): Filter<Schema> {
  return { schema, where }
}

/** A parameter without which a request is refused. The `scope` or the `read` of the list reads it. */
export function requiredFilter<Schema extends TSchema>(schema: Schema): Filter<Schema> {
  return { schema, where: undefined, isRequired: true }
}

export type Filters = Readonly<Record<string, Filter>>

export type QueryOf<Given extends Filters> = {
  readonly [Name in keyof Given]?: Static<Given[Name]['schema']>
}

/** The columns of an order with the types of their values, the most significant first: `{ 't.created_at': 'timestamptz', 't.id': 'text' }`. */
export type Keys = Readonly<Record<string, 'timestamptz' | 'date' | 'text' | 'integer' | 'bigint'>>

/** The values of the keys of a row: the place after which the next page starts. */
export type Position = readonly (string | number)[]

export type PlacedRow<Row> = { readonly row: Row; readonly position: Position }

export type Cut = { readonly after: Position | undefined; readonly limit: number }

export type ReadRows<Row> = {
  readonly found: readonly PlacedRow<Row>[]
  /** The place where the reading stopped before the end of the list: later rows may match too. */
  readonly continuesAfter?: Position | undefined
}

/** The rows that a function of the module found, each with its place. */
export function placed<Row>(
  rows: readonly Row[],
  positionOf: (row: Row) => Position,
): ReadRows<Row> {
  return { found: rows.map((row) => ({ row, position: positionOf(row) })) }
}

/** The id in the place of the previous page. Undefined: there is no previous page. */
export const lastId = ({ after }: Cut): string | undefined => after && String(after[0])

/** An order that a function of the module reads: of several tables, of rows in memory, or with a statement of its own. */
export type OwnSort<Row> = {
  readonly read: (request: never, cut: Cut) => Promise<ReadRows<Row>>
}

/** A page of rows whose ids are smaller than `before`. */
export type PageById = { readonly before?: string; readonly limit: number }

/** The order of most lists, for rows that a function of the module reads. */
export function readNewest<Request, Row extends { readonly id: string }>(
  read: (request: Request, page: PageById) => Promise<readonly Row[]>,
): { readonly newest: OwnSort<Row> } {
  return {
    newest: {
      read: async (request: Request, { after, limit }) => {
        const before = after && String(after[0])
        const page = { ...(before !== undefined && { before }), limit }
        return placed(await read(request, page), ({ id }) => [id])
      },
    },
  }
}

export type Sort = {
  readonly keys: Keys
  readonly direction: 'asc' | 'desc'
  /** Rows that this order leaves out. */
  readonly where?: Condition
}

/** The rows of a list in the database. */
type RowsOfTables<Given extends Filters, Row> = {
  /** A table or a join. The main table is `t`. */
  readonly from: Condition
  /** The columns that `show` reads. Default: those of `t`. */
  readonly select?: Condition
  /** The rows that the caller may see. It names the company, or says why it does not. */
  readonly scope: (request: ListRequest<QueryOf<Given>>) => Condition | Promise<Condition>
  /** The columns that identify a row beside its company. */
  readonly identity: Keys
  /** The orders by name. The first is the default. */
  readonly sorts: Readonly<Record<string, Sort | OwnSort<Row>>>
  /**
   * The column with the time of the last change, which a trigger writes by the clock of the database (`platform.stamp_written`).
   * The list then takes `updatedAfter` and `sort=updatedAt`. Leave it out if the rows never change.
   */
  readonly writtenAt?: string
}

/** The rows of a list that the module reads itself in every order. Each order refuses what the caller may not see. */
type OwnRows<Row> = {
  readonly sorts: Readonly<Record<string, OwnSort<Row>>>
  readonly from?: undefined
  readonly writtenAt?: undefined
}

/** The file of a list. */
export type CsvFile<View extends TObject = TObject> = {
  readonly operationId: string
  readonly summary: string
  /** If an item may have several lines in the file: the fields of a line, and the lines of an item. */
  readonly lines?: {
    readonly of: TObject
    readonly description: string
    readonly from: (item: Static<View>) => readonly object[]
  }
}

/**
 * A list: what it shows, of what, for whom, and in which order. `listRoutes` makes its route from it, its CSV file, and what the
 * pages of operators know of it.
 */
export type ListDefinition<Given extends Filters, View extends TObject, Row extends object> = (
  | RowsOfTables<Given, Row>
  | OwnRows<Row>
) & {
  readonly operationId: string
  readonly url: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly config: RouteConfig
  readonly params?: TObject
  /** The schema of one item. */
  readonly item: View
  readonly examples?: readonly Static<View>[]
  /** The record that holds the items under a name in `data`, where clients know them by it: `{ data: { budgets: […] } }`. */
  readonly within?: { readonly name: string; readonly view: TObject }
  /** The columns of the table that operators see, as paths of fields of the item: `total`, `records.done`. */
  readonly columns: readonly PathOf<Static<View>>[]
  readonly filters: Given
  /** Also a file, at the address of the list with `.csv`. Every list of operators is one: default, named after the list. */
  readonly csv?: CsvFile<View>
  readonly show: (
    rows: readonly Row[],
    request: ListRequest<QueryOf<Given>>,
  ) => readonly Static<View>[] | Promise<readonly Static<View>[]>
}

/** A list without the types of its parts, for `listRoutes`. */
export type List = Omit<
  ListDefinition<Filters, TObject, object>,
  'show' | 'sorts' | 'writtenAt'
> & {
  readonly query: TProperties
  readonly show: (rows: readonly object[], request: ListRequest) => Promise<readonly unknown[]>
  readonly sorts: Readonly<Record<string, Sort | OwnSort<object>>>
  readonly writtenAt?: string
  /** Undefined: the module reads the rows itself. */
  readonly rows?: ListedRows
}

/** What the general statement of a list needs. */
export type ListedRows = {
  readonly from: Condition
  readonly select: Condition
  readonly identity: Keys
  readonly scope: (request: ListRequest) => Promise<Condition>
}

/** The order of most lists: ids begin with the time at which they were made. */
export const newestFirst = {
  newest: { keys: { 't.id': 'text' }, direction: 'desc' },
} as const satisfies Readonly<Record<string, Sort>>

export function defineList<const Given extends Filters, View extends TObject, Row extends object>(
  definition: ListDefinition<Given, View, Row>,
): List {
  const { filters, item, columns, show } = definition
  const known = new Set(fieldsOf(item).map(({ path }) => path))
  const missing = columns.find((path) => !known.has(path))
  if (missing !== undefined) throw new Error(`${definition.operationId} has no field ${missing}`)
  return {
    ...(definition as unknown as List),
    query: Object.fromEntries(
      Object.entries(filters).map(([name, { schema, isRequired = false }]) => [
        name,
        isRequired ? schema : Type.Optional(schema),
      ]),
    ),
    show: async (rows, request) => show(rows as readonly Row[], request as never),
    ...(definition.from && { rows: rowsOf(definition) }),
    ...(definition.config.access === 'operator' && { csv: definition.csv ?? fileOf(definition) }),
  }
}

/** The file of `listX`, `List X` is `downloadX`, `Download X as CSV`. */
function fileOf({ operationId, summary }: Pick<List, 'operationId' | 'summary'>): CsvFile {
  const things = summary.slice(summary.indexOf(' ') + 1)
  return {
    operationId: operationId.replace(/^[a-z]+/, 'download'),
    summary: `Download ${things} as CSV`,
  }
}

function rowsOf<Given extends Filters>({
  from,
  select = sql`t.*`,
  identity,
  scope,
}: Pick<RowsOfTables<Given, never>, 'from' | 'select' | 'identity' | 'scope'>): ListedRows {
  return { from, select, identity, scope: async (request) => scope(request as never) }
}

/** The rows of the caller's company. */
export function ofCompany({ companyId }: { readonly companyId: string }): Condition {
  return sql`t.company_id = ${companyId}`
}

/** The rows of one company, or of all for operators, who see every company. */
export function ofScope(companyId: string | undefined): Condition {
  return companyId === undefined
    ? sql`true /* across companies: operators see every company */`
    : ofCompany({ companyId })
}
