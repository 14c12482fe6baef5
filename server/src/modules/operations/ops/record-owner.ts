import { type Conn, sql } from '#platform/db'

/** The tables of the records of all modules, by the prefix of their ids. */
export type RecordTables = ReadonlyMap<string, string>

/**
 * The id of the company that a record belongs to. Undefined: there is no such record. The keys of these tables begin with
 * the company. PostgreSQL 18 skips from company to company, and PostgreSQL 15 reads the whole index.
 */
export async function findRecordOwner(
  conn: Conn,
  tables: RecordTables,
  recordId: string,
): Promise<string | undefined> {
  const table = tables.get(recordId.split('_', 1)[0] ?? '')
  if (table === undefined) return undefined
  const { rows } = await sql<{ company_id: string }>`
    /* across companies: an operator has nothing but the id */
    select company_id from ${sql.table(table)} where id = ${recordId} limit 1
  `.execute(conn)
  return rows[0]?.company_id
}
