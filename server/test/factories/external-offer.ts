import { newId } from '#kernel/id'
import { type Database, sql } from '#platform/db'

/** An offer that a source of a company shows. It was crawled before. */
export async function anExternalOffer(
  database: Database,
  {
    companyId,
    name = 'Quoin clamp',
    unit,
    supplier,
  }: {
    readonly companyId: string
    readonly name?: string
    readonly unit?: string
    /** The company that the source names, and whether an operator has confirmed it. */
    readonly supplier?: { readonly id: string; readonly isConfirmed: boolean }
  },
): Promise<string> {
  const now = new Date()
  const [id, sourceId] = [newId('ext', now), newId('csrc', now)]
  const url = `http://127.0.0.1:9/${sourceId}`
  await sql`
    insert into crawl.sources (company_id, id, name, kind, url, supplier_id, supplier_confirmed, state, created_at, updated_at)
    values (${companyId}, ${sourceId}, 'A shop', 'site', ${url}, ${supplier?.id ?? null}, ${supplier?.isConfirmed ?? false},
      'ACTIVE', now(), now())
  `.execute(database.pool)
  const product = { url, name, unit, gtins: [], images: [], attributes: [], sources: {} }
  await sql`
    insert into crawl.offers (company_id, source_id, key, id, state, name, data, gtins, page_url, page_hash, content_hash,
      first_seen_at, last_seen_at, changed_at, last_seen_run)
    values (${companyId}, ${sourceId}, 'url:p', ${id}, 'LISTED', ${name}, ${JSON.stringify(product)}::jsonb, '{}',
      ${url}, 'h', 'h', now(), now(), now(), 1)
  `.execute(database.pool)
  return id
}
