import { type Conn, sql } from '#platform/db'

export type ImportKey = { readonly companyId: string; readonly id: string }

/** Finds ended imports that still have rows of their file. */
export async function listUnpurged(conn: Conn, limit: number): Promise<ImportKey[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    /* across companies: what has ended may be anybody's */
    select i.company_id, i.id from imports.imports i
    where i.state not in ('RECEIVING', 'QUEUED', 'RUNNING') and (
      exists (select from imports.chunks c where c.company_id = i.company_id and c.import_id = i.id)
      or exists (select from imports.skus s where s.company_id = i.company_id and s.import_id = i.id))
    limit ${limit}
  `.execute(conn)
  return rows.map(({ company_id, id }) => ({ companyId: company_id, id }))
}

/** Deletes some old imports with their problems. Returns the number. */
export async function deleteEndedImports(conn: Conn, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: what is old may be anybody's */
    delete from imports.imports where (company_id, id) in (
      select company_id, id from imports.imports where ended_at < ${before} limit ${limit})
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}
