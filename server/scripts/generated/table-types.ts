import assert from 'node:assert/strict'
import { type Conn, sql } from '#platform/db'

export type Column = {
  readonly schema: string
  readonly table: string
  readonly column: string
  readonly type: string
  readonly nullable: boolean
  readonly hasDefault: boolean
  readonly alwaysGenerated: boolean
}

/** The columns of every table of our own, in the order of their creation. */
export async function readColumns(conn: Conn): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select n.nspname as schema, c.relname as table, a.attname as column,
           format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
           a.atthasdef or a.attidentity <> '' as "hasDefault",
           a.attidentity = 'a' or a.attgenerated <> '' as "alwaysGenerated"
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema', 'public', 'migrations')
    order by n.nspname, c.relname, a.attnum
  `.execute(conn)
  return rows
}

/** The text of a module's `rows.generated.ts`. `own` is the module from which it imports `WithDefaults` and the like. */
export function rowTypes(schema: string, columns: readonly Column[], own: string): string {
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const rows = [...byTable].map(([table, of]) => rowType(table, of))
  const entries = [...byTable].map(([table, of]) => tableEntry(schema, table, of))
  return [
    ...importsOf(entries.join('\n'), own),
    ...rows,
    `export type ${tablesName(schema)} = {\n${entries.join('\n')}\n}\n`,
  ].join('\n')
}

/** The text of a module's `tables.ts`, which stores import: it stays the same whatever columns there are. */
export function tablesFile(schema: string, own: string): string {
  const name = tablesName(schema)
  return `import type { Conn } from '${own}'
import type { ${name} } from './rows.generated.ts'

export type * from './rows.generated.ts'

export const tables = (conn: Conn) => conn.withTables<${name}>()
`
}

const tablesName = (schema: string) => `${pascal(schema)}Tables`

function importsOf(entries: string, own: string): string[] {
  const names = ['WithDefaults', 'WithGenerated'].filter((name) => entries.includes(`${name}<`))
  return names.length > 0 ? [`import type { ${names.join(', ')} } from '${own}'\n`] : []
}

function rowType(table: string, columns: readonly Column[]): string {
  const fields = columns.map((column) => {
    const type = typeOf(column)
    // `unknown` includes null already.
    return `  ${column.column}: ${type}${column.nullable && type !== 'unknown' ? ' | null' : ''}`
  })
  return `export type ${rowName(table)} = {\n${fields.join('\n')}\n}\n`
}

function tableEntry(schema: string, table: string, columns: readonly Column[]): string {
  const union = (some: readonly Column[]) => some.map(({ column }) => `'${column}'`).join(' | ')
  const generated = columns.filter(({ alwaysGenerated }) => alwaysGenerated)
  const defaults = columns.filter((column) => column.hasDefault && !column.alwaysGenerated)
  const name = `  '${schema}.${table}': `
  let type = rowName(table)
  if (defaults.length > 0) type = wrap('WithDefaults', type, union(defaults), name)
  if (generated.length > 0) type = wrap('WithGenerated', type, union(generated), name)
  return name + type
}

/** Breaks the line where the formatter would break it. */
function wrap(wrapper: string, type: string, columns: string, name: string): string {
  const line = `${wrapper}<${type}, ${columns}>`
  if (name.length + line.length <= 100) return line
  return `${wrapper}<\n    ${type.replaceAll('\n', '\n  ')},\n    ${columns}\n  >`
}

/** The TypeScript type of each PostgreSQL type, as `platform/db` parses it. */
const typescript: Readonly<Record<string, string>> = {
  text: 'string',
  'character varying': 'string',
  uuid: 'string',
  inet: 'string',
  xid8: 'string',
  tsvector: 'string',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'string',
  date: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Uint8Array',
  jsonb: 'unknown',
  json: 'unknown',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  'bigint[]': 'number[]',
  'numeric[]': 'string[]',
  'date[]': 'string[]',
  'timestamp with time zone[]': 'Date[]',
}

function typeOf({ schema, table, column, type }: Column): string {
  const found = typescript[type]
  assert(found, `${schema}.${table}.${column} is ${type}, for which table-types.ts has no answer`)
  return found
}

function rowName(table: string): string {
  return `${pascal(singular(table))}Row`
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** The singular: `companies` is company, `addresses` address, `statuses` status, `leases` lease. A mass noun does not change, nor does series. */
export function singular(name: string): string {
  if (name === 'series') return name
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y')
  if (/(ss|us|x|sh|[^a]ch)es$/.test(name)) return name.slice(0, -2)
  if (/(ss|us)$/.test(name) || !name.endsWith('s')) return name
  return name.slice(0, -1)
}
