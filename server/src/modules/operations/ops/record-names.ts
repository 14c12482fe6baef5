import { type Conn, sql } from '#platform/db'
import type { RecordTables } from './record-owner.ts'

export type RecordName = { readonly id: string; readonly name: string }

/**
 * The names of records of any companies. An id without a record, or of a kind without a name, is left out. The keys of some of these
 * tables begin with the company: PostgreSQL 18 skips from company to company, and PostgreSQL 15 reads the whole index.
 */
export async function findRecordNames(
  conn: Conn,
  { named, numbered }: { readonly named: RecordTables; readonly numbered: RecordTables },
  ids: readonly string[],
): Promise<RecordName[]> {
  const byPrefix = Map.groupBy(new Set(ids), (id) => id.split('_', 1)[0] ?? '')
  const found: RecordName[] = []
  for (const [prefix, own] of byPrefix) {
    const table = named.get(prefix) ?? numbered.get(prefix)
    if (table === undefined) continue
    const name = sql.ref(named.has(prefix) ? 'name' : 'number')
    const { rows } = await sql<RecordName>`
      /* across companies: an operator sees the ids of all of them */
      select id, ${name} as name from ${sql.table(table)} where id = any(${own})
    `.execute(conn)
    found.push(...rows)
  }
  return found
}
