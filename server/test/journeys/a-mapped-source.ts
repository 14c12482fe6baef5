import { type Conn, sql } from '#platform/db'

export const aMapping = { item: 'k/p', fields: { name: 'text', number: 'nr' } }

/** Gives a crawl source an XML file that waits for a mapping, or has one. */
export async function giveMapping(
  conn: Conn,
  companyId: string,
  sourceId: string,
  isConfirmed: boolean,
): Promise<void> {
  const paths = ['nr', 'text']
  const shape = {
    ...aMapping,
    items: 1,
    paths: paths.map((path) => ({ path, filled: 1, samples: ['1'] })),
    terms: [],
    examples: [{ nr: ['1'], text: ['C2G'] }],
  }
  const confirmed = isConfirmed ? JSON.stringify({ ...aMapping, paths, terms: [] }) : null
  await sql`
    insert into crawl.source_mappings (company_id, source_id, version, url, shapes, waits_because, waiting_since, confirmed,
      confirmed_by, confirmed_at, updated_at)
    values (${companyId}, ${sourceId}, 1, 'https://supplier.example/k.xml', ${JSON.stringify([shape])}::jsonb,
      ${isConfirmed ? null : 'mapping_missing'}, ${isConfirmed ? null : new Date()}, ${confirmed}::jsonb,
      ${isConfirmed ? 'usr_1' : null}, ${isConfirmed ? new Date() : null}, now())
  `.execute(conn)
}
