import { arrayLiteral } from '#modules/products'
import { type Conn, copyEach, sql, type Tx } from '#platform/db'
import type { RecordProblem } from '../import.ts'

/** Yields the pieces in order, one at a time. It holds no connection between them. */
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

export type NamedSkus = {
  /** Each spelling with its key. Spellings that differ in case alone have the same key. */
  readonly keyOf: ReadonlyMap<string, string>
  /** The keys that an earlier record of the file has, with the number of that record. */
  readonly earlier: ReadonlyMap<string, number>
}

/**
 * Records the article numbers of a batch, in lower case as PostgreSQL writes it: `listMissingSkus` compares with that.
 * A file that is read again after a crash finds no numbers of batches that were rolled back. No concurrent batch may
 * have the same numbers.
 */
export async function insertSkus(
  tx: Tx,
  companyId: string,
  importId: string,
  named: readonly { readonly sku: string; readonly record: number }[],
): Promise<NamedSkus> {
  // Lateral, because a plan that was made while the table was empty must not read all of it when it is large.
  // A release before this one recorded the numbers as the file spells them.
  const { rows } = await sql<{ sku: string; key: string; record: number | null }>`
    select g.sku, lower(g.sku) as key, s.record
    from unnest(${arrayLiteral(named.map(({ sku }) => sku))}::text[]) as g(sku)
    left join lateral (select record from imports.skus
      where company_id = ${companyId} and import_id = ${importId} and sku in (lower(g.sku), g.sku) limit 1) as s on true
  `.execute(tx)
  const keyOf = new Map(rows.map(({ sku, key }) => [sku, key]))
  const earlier = new Map(
    rows.flatMap(({ key, record }) => (record === null ? [] : [[key, Number(record)] as const])),
  )
  const first = new Map<string, number>()
  for (const { sku, record } of named) {
    const key = keyOf.get(sku) ?? sku
    if (!earlier.has(key) && !first.has(key)) first.set(key, record)
  }
  const target = sql`imports.skus (company_id, import_id, sku, record)`
  await copyEach(tx, target, [...first], (copied, [key, record]) => {
    copied.row()
    copied.text(companyId)
    copied.text(importId)
    copied.text(key)
    copied.bigint(record)
  })
  return { keyOf, earlier }
}

/**
 * Deletes some rows at a time, because a statement that deletes a million rows holds locks for long. Returns the number
 * of deleted rows.
 */
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
