import pg from 'pg'
import type { FreshDatabase } from '#harness'

export type Row = Readonly<Record<string, unknown>>

/** A connection that inserts rows alone, without those that they name. Its name is none of a process. */
export async function withoutKeys({ url }: FreshDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'test' })
  await client.connect()
  await client.query('set session_replication_role = replica')
  return client
}

/** Columns that must have a value, and are not given, get any. */
export async function insertRow(client: pg.Client, table: string, given: Row): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = '' and not attisdropped`,
    [table],
  )
  const row: Row = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, anyValue(type)])),
    ...given,
  }
  const names = Object.keys(row)
  const places = names.map((_, at) => `$${at + 1}`)
  await client.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  )
}

function anyValue(type: string): unknown {
  if (type.endsWith('[]')) return '{}'
  if (type === 'jsonb') return '{}'
  if (type === 'boolean') return false
  if (type === 'date' || type.startsWith('timestamp')) return '2026-01-02'
  return /^(integer|bigint|smallint|numeric)/.test(type) ? 1 : 'x'
}
