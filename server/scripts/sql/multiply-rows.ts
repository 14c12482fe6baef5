import pg from 'pg'

/** So many copies are made of each row, spread over fewer companies. */
const copies = 1_000
const companies = 50
/** A table with so many rows has enough. */
const rowsEnough = 500
const idPattern = '^[a-z]{2,6}_[0-9a-z]{26}$'
const copyDigits = 5
/** All rows of every table are looked at, so that the statistics are the same each time. */
const statisticsTarget = 1_000

type Column = { readonly name: string; readonly type: string; readonly isUnique: boolean }

/**
 * Copies the rows of each table whose key has ids: every id of a copy ends with the number of the copy, so that what belonged
 * together does so again. Rows that a constraint refuses are left out. Then every table is analysed.
 */
export async function multiplyRows(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // Neither foreign keys nor triggers: what is copied has passed them.
    await client.query(
      `set session_replication_role = replica; set default_statistics_target = ${statisticsTarget}`,
    )
    for (const table of await listTables(client)) await multiply(client, table)
    // The first writes each table anew: its size does not depend on the rows that the flows have replaced.
    await client.query('vacuum full')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', 'migrations')
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function multiply(client: pg.Client, table: string): Promise<void> {
  const counted = await client.query<{ count: string }>(`select count(*) from ${table}`)
  const count = Number(counted.rows[0]?.count)
  const columns = await listColumns(client, table)
  if (count === 0 || count > rowsEnough || !(await hasIds(client, table, columns))) return
  const values = columns.map(copied)
  const names = columns.map(({ name }) => name).join(', ')
  try {
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${values.join(', ')} from (select * from ${table} order by 1, 2) as t
       cross join generate_series(1, ${copies}) as copy_number on conflict do nothing`,
    )
  } catch (error) {
    throw new Error(`The rows of ${table} cannot be copied.`, { cause: error })
  }
}

async function listColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select quote_ident(a.attname) as name, format_type(a.atttypid, null) as type,
            exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
                    and a.attnum = any(i.indkey::smallint[])) as "isUnique"
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [table],
  )
  return rows
}

/** Settings and places of workers have names, and stay as few as they are. */
async function hasIds(client: pg.Client, table: string, columns: readonly Column[]) {
  const keys = columns.filter(({ type, isUnique }) => type === 'text' && isUnique)
  if (keys.length === 0) return false
  const isId = keys.map(({ name }) => `${name} ~ '${idPattern}'`).join(' or ')
  const { rows } = await client.query(`select from ${table} where ${isId} limit 1`)
  return rows.length > 0
}

function copied({ name, type, isUnique }: Column): string {
  if (type === 'text') {
    const number = `lpad((case when ${name} like 'co\\_%' then copy_number % ${companies} else copy_number end)::text, ${copyDigits}, '0')`
    return `case when ${name} ~ '${idPattern}' then left(${name}, -${copyDigits}) || ${number} else ${name} end`
  }
  return isUnique && type === 'bigint' ? `${name} + copy_number * 1000` : name
}
