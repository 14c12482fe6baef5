import { type Conn, sql } from '#platform/db'

/** Every row of every table as text, by the table's name. */
export async function dumpOf(pool: Conn): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(pool)
  const dump = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(t)::text as text from ${sql.table(name)} t /* across companies: a dump of everything */
    `.execute(pool)
    dump.set(name, rows.map(({ text }) => text).join('\n'))
  }
  return dump
}

/** The tables in which a word is found, in whatever case. */
export async function tablesWith(pool: Conn, word: string): Promise<string[]> {
  const dump = await dumpOf(pool)
  return [...dump]
    .filter(([, text]) => text.toLowerCase().includes(word.toLowerCase()))
    .map(([name]) => name)
}
