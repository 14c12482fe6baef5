import { type CopiedRows, sql } from '#platform/db'
import { arrayLiteral } from './array-literal.ts'
import type { columnFields, StoredValues } from './fields/index.ts'

type ColumnField = (typeof columnFields)[number]

/** `sku, mpn, …`, or with a table `p.sku, p.mpn, …`. */
export function columnNames(fields: readonly ColumnField[], table?: string) {
  const names = fields.map(({ column }) => column.name)
  return sql.raw(names.map((name) => (table ? `${table}.${name}` : name)).join(', '))
}

/** Writes their values in the order of `columnNames`. A value that is absent is that of a new product. */
export function writeColumns(
  rows: CopiedRows,
  fields: readonly ColumnField[],
  values: { readonly [Key in keyof StoredValues]?: StoredValues[Key] | undefined },
  attributesJson: string | undefined,
): void {
  for (const { key, column, absent } of fields) {
    const isDone = key === 'attributes' && attributesJson !== undefined
    const stored = isDone ? attributesJson : column.write(values[key] ?? absent)
    rows[column.kind](stored as never)
  }
}

/** Reads their values from a row that has their columns. */
export function readColumns(
  fields: readonly ColumnField[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { key, column } of fields) values[key] = column.read(row[column.name])
  return values
}

/** The type of the parameter. PostgreSQL has no array of arrays of different lengths, and JSON is a text. */
const arrayTypes = {
  text: 'text[]',
  texts: 'text[]',
  integer: 'integer[]',
  bigint: 'bigint[]',
  numeric: 'numeric[]',
  flag: 'boolean[]',
  day: 'date[]',
  json: 'text[]',
} as const
const casts: Readonly<Record<string, string>> = { texts: '::text[]', json: '::jsonb' }

/** `mpn = g.mpn, gtins = g.gtins::text[], …`, from the arrays of `columnArrays`. */
export function assignedColumns(fields: readonly ColumnField[]) {
  const each = fields.map(({ column: { name, kind } }) => `${name} = g.${name}${casts[kind] ?? ''}`)
  return sql.raw(each.join(', '))
}

/** An array of the values of each column, for `unnest`. */
export function columnArrays(fields: readonly ColumnField[], products: readonly StoredValues[]) {
  return sql.join(
    fields.map(({ key, column }) => {
      const values = products.map((product) => column.write(product[key]))
      return sql`${arrayOf(values)}::${sql.raw(arrayTypes[column.kind])}`
    }),
  )
}

type Written = ReturnType<ColumnField['column']['write']>

function arrayOf(values: readonly Written[]) {
  const texts = values.map((value) => (isList(value) ? arrayLiteral(value) : value))
  const areTexts = texts.every((text): text is string => typeof text === 'string')
  return areTexts ? arrayLiteral(texts) : texts.map((text) => text ?? null)
}

function isList(value: Written): value is readonly string[] {
  return Array.isArray(value)
}
