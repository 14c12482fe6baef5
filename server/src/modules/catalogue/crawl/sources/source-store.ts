import { type Conn, oneAfterTheOther, sql, type Tx } from '#platform/db'
import type { SourceRow } from '../tables.ts'
import type { Source, SourceKey, SourceKind, SourceState } from './source.ts'
import { type Companies, ofCompanies } from './visible-to.ts'

export const sourcesMax = 200

/** Returns `exists` with the id of the source that has this address, or `full` at the maximum of the company. */
export async function insertSource(
  tx: Tx,
  source: Source,
): Promise<'inserted' | 'full' | { readonly exists: string }> {
  const { companyId, id, name, kind, url, supplierId, isSupplierConfirmed, everyHours } = source
  const { nextRunAt, createdAt } = source
  await oneAfterTheOther(tx, `crawl.sources|${companyId}`)
  const { rows } = await sql<{ id: string }>`
    select id from crawl.sources where company_id = ${companyId} and url = ${url} and state <> 'DELETED'
  `.execute(tx)
  if (rows[0]) return { exists: rows[0].id }
  const { numAffectedRows } = await sql`
    insert into crawl.sources
      (company_id, id, name, kind, url, supplier_id, supplier_confirmed, state, every_hours, next_run_at, created_at,
        updated_at)
    select ${companyId}, ${id}, ${name}, ${kind}, ${url}, ${supplierId ?? null}, ${isSupplierConfirmed}::boolean, 'ACTIVE',
      ${everyHours ?? null}::integer, ${nextRunAt ?? null}::timestamptz, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    where (select count(*) from crawl.sources where company_id = ${companyId} and state <> 'DELETED') < ${sourcesMax}
  `.execute(tx)
  return numAffectedRows === 1n ? 'inserted' : 'full'
}

/** A source of any of these companies. */
export async function findSource(
  conn: Conn,
  companies: Companies,
  id: string,
): Promise<Source | undefined> {
  const { rows } = await sql<SourceRow>`
    select * from crawl.sources where ${ofCompanies(companies)} and id = ${id} and state <> 'DELETED'
  `.execute(conn)
  return rows[0] && toSource(rows[0])
}

export async function listSources(
  conn: Conn,
  companies: Companies,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<Source[]> {
  const { rows } = await sql<SourceRow>`
    select * from crawl.sources
    where ${ofCompanies(companies)} and state <> 'DELETED' and id < ${before ?? '~'}
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toSource)
}

export type SourceChange = {
  readonly name: string
  readonly supplierId: string | undefined
  readonly isSupplierConfirmed: boolean
  readonly state: SourceState
  readonly everyHours: number | undefined
  readonly nextRunAt: Date | undefined
}

/** Returns false for a source that is gone. */
export async function updateSource(
  tx: Tx,
  { companyId, id }: SourceKey,
  change: SourceChange,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.sources
    set name = ${change.name}, supplier_id = ${change.supplierId ?? null},
      supplier_confirmed = ${change.isSupplierConfirmed}, state = ${change.state},
      every_hours = ${change.everyHours ?? null}, next_run_at = ${change.nextRunAt ?? null}, updated_at = ${now}
    where company_id = ${companyId} and id = ${id} and state <> 'DELETED'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Nobody sees it or its offers any more. Its rows are deleted later, because there may be a million. */
export async function markSourceDeleted(
  tx: Tx,
  { companyId, id }: SourceKey,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update crawl.sources set state = 'DELETED', next_run_at = null, updated_at = ${now}
    where company_id = ${companyId} and id = ${id} and state <> 'DELETED'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Takes the sources whose schedule is due, and plans their next run. */
export async function takeDueSources(tx: Tx, now: Date, limit: number): Promise<Source[]> {
  const { rows } = await sql<SourceRow>`
    /* across companies: the schedule of every source */
    with due as materialized (
      select company_id, id from crawl.sources
      where state = 'ACTIVE' and next_run_at <= ${now}
      order by next_run_at limit ${limit}
      for update skip locked
    )
    update crawl.sources as s
    set next_run_at = ${now}::timestamptz + interval '1 hour' * coalesce(s.every_hours, 24)
    from due where (s.company_id, s.id) = (due.company_id, due.id)
    returning s.*
  `.execute(tx)
  return rows.map(toSource)
}

export function toSource(row: SourceRow): Source {
  return {
    companyId: row.company_id,
    id: row.id,
    name: row.name,
    kind: row.kind as SourceKind,
    url: row.url,
    supplierId: row.supplier_id ?? undefined,
    isSupplierConfirmed: row.supplier_confirmed,
    state: row.state as SourceState,
    everyHours: row.every_hours ?? undefined,
    nextRunAt: row.next_run_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The source with this address. The company's own comes first. */
export async function findSourceByUrl(
  conn: Conn,
  companyIds: readonly string[],
  url: string,
): Promise<Source | undefined> {
  const { rows } = await sql<SourceRow>`
    select * from crawl.sources
    where company_id = any(${[...companyIds]}) and url = ${url} and state <> 'DELETED'
    order by company_id = ${companyIds[0] ?? ''} desc limit 1
  `.execute(conn)
  return rows[0] && toSource(rows[0])
}
