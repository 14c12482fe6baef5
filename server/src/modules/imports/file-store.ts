import { arrayLiteral } from '#modules/products'
import { type Conn, copyEach, sql, type Tx } from '#platform/db'
import type { RecordProblem } from './import.ts'

/** The pieces in their order, one at a time: no connection is held between them. */
export async function* readChunks(
  conn: Conn,
  companyId: string,
  importId: string,
): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from imports.chunks
      where company_id = ${companyId} and import_id = ${importId} and place = ${place}
    `.execute(conn)
    const [row] = rows
    if (!row) return
    yield row.bytes
  }
}

export async function deleteFile(conn: Conn, companyId: string, importId: string): Promise<void> {
  await sql`
    delete from imports.chunks where company_id = ${companyId} and import_id = ${importId}
  `.execute(conn)
}

/**
 * Notes the article numbers of a batch. Returns those that an earlier record has named, with its number: a file that is
 * read again after a crash meets only numbers of batches that were rolled back, which left nothing here. No other batch may
 * name one of them meanwhile.
 */
export async function insertSkus(
  tx: Tx,
  companyId: string,
  importId: string,
  named: readonly { readonly sku: string; readonly record: number }[],
): Promise<Map<string, number>> {
  // Lateral: a plan that is made while the table is empty must not read all of it when it is large.
  const { rows } = await sql<{ sku: string; record: number }>`
    select g.sku, s.record from unnest(${arrayLiteral(named.map(({ sku }) => sku))}::text[]) as g(sku)
    cross join lateral (select record from imports.skus
      where company_id = ${companyId} and import_id = ${importId} and sku = g.sku limit 1) as s
  `.execute(tx)
  const earlier = new Map(rows.map(({ sku, record }) => [sku, Number(record)]))
  const target = sql`imports.skus (company_id, import_id, sku, record)`
  const others = named.filter(({ sku }) => !earlier.has(sku))
  await copyEach(tx, target, others, (copied, { sku, record }) => {
    copied.row()
    copied.text(companyId)
    copied.text(importId)
    copied.text(sku)
    copied.bigint(record)
  })
  return earlier
}

/** Some at a time: a statement that takes a million rows off holds what others wait for. Returns how many. */
export async function deleteSkus(
  conn: Conn,
  companyId: string,
  importId: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports.skus
    where (company_id, import_id, sku) in (
      select company_id, import_id, sku from imports.skus
      where company_id = ${companyId} and import_id = ${importId} limit ${limit})
  `.execute(conn)
  return Number(numAffectedRows ?? 0n)
}

export async function insertProblems(
  tx: Tx,
  companyId: string,
  importId: string,
  from: number,
  problems: readonly RecordProblem[],
): Promise<void> {
  if (problems.length === 0) return
  const rows = problems.map((problem, at) => ({ ...problem, number: from + at + 1 }))
  await sql`
    insert into imports.problems (company_id, import_id, number, line, sku, field, code, message, fatal)
    select ${companyId}, ${importId}, p.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(number bigint, line bigint, sku text, field text, code text, message text, fatal boolean)
  `.execute(tx)
}

export type NumberedProblem = RecordProblem & { readonly number: number }

/** In the order of the file. */
export async function listProblems(
  conn: Conn,
  companyId: string,
  importId: string,
  page: { readonly after: number; readonly limit: number },
): Promise<NumberedProblem[]> {
  const { rows } = await sql<{
    number: number
    line: number
    sku: string | null
    field: string | null
    code: string
    message: string
    fatal: boolean
  }>`
    select number, line, sku, field, code, message, fatal from imports.problems
    where company_id = ${companyId} and import_id = ${importId} and number > ${page.after}
    order by number
    limit ${page.limit}
  `.execute(conn)
  return rows.map(({ number, line, sku, field, code, message, fatal }) => ({
    number: Number(number),
    line: Number(line),
    sku: sku ?? undefined,
    code,
    message,
    fatal,
    ...(field === null ? {} : { field }),
  }))
}
