import { sql, type Tx } from '#platform/db'

/** Deletes runs that ended before the given time, with their pages and events. Returns how many. */
export async function deleteEndedRuns(tx: Tx, before: Date, batchMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: what is old is old, whoever it belongs to */
    delete from crawl.runs where (company_id, id) in (
      select company_id, id from crawl.runs where ended_at < ${before}
      order by ended_at limit ${batchMax}
      for update skip locked
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes a part of the rows of one deleted source, and at last the source itself. Returns 0 when no deleted source is left. */
export async function deleteRowsOfDeletedSources(tx: Tx, batchMax: number): Promise<number> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    /* across companies: what is deleted is deleted, whoever it belonged to */
    select company_id, id from crawl.sources where state = 'DELETED'
    order by updated_at limit 1
    for update skip locked
  `.execute(tx)
  const [source] = rows
  if (!source) return 0
  const { company_id: companyId, id } = source
  const { numAffectedRows: offers = 0n } = await sql`
    delete from crawl.offers where (company_id, source_id, key) in (
      select company_id, source_id, key from crawl.offers
      where company_id = ${companyId} and source_id = ${id} limit ${batchMax})
  `.execute(tx)
  if (offers > 0n) return Number(offers)
  const { numAffectedRows: documents = 0n } = await sql`
    delete from crawl.documents where (company_id, source_id, address_hash) in (
      select company_id, source_id, address_hash from crawl.documents
      where company_id = ${companyId} and source_id = ${id} limit ${batchMax})
  `.execute(tx)
  if (documents > 0n) return Number(documents)
  await sql`delete from crawl.sources where company_id = ${companyId} and id = ${id}`.execute(tx)
  return 1
}
