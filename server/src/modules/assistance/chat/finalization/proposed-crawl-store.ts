import { type Conn, sql, type Tx } from '#platform/db'
import type { SessionKey } from '../sessions/session.ts'
import type { ProposedCrawlRow } from '../tables.ts'

export type ProposedCrawl = { readonly crawlId: string; readonly sourceName: string }

export async function insertProposedCrawls(
  tx: Tx,
  { companyId, id }: SessionKey,
  crawls: readonly ProposedCrawl[],
): Promise<void> {
  if (crawls.length === 0) return
  await sql`
    insert into chat.proposed_crawls (company_id, session_id, crawl_id, source_name)
    select ${companyId}, ${id}, crawl_id, source_name
    from unnest(${crawls.map(({ crawlId }) => crawlId)}::text[], ${crawls.map(({ sourceName }) => sourceName)}::text[])
      as given (crawl_id, source_name)
    on conflict do nothing
  `.execute(tx)
}

export async function listProposedCrawls(
  conn: Conn,
  { companyId, id }: SessionKey,
): Promise<ProposedCrawl[]> {
  const { rows } = await sql<ProposedCrawlRow>`
    select * from chat.proposed_crawls where company_id = ${companyId} and session_id = ${id} order by crawl_id
  `.execute(conn)
  return rows.map((row) => ({ crawlId: row.crawl_id, sourceName: row.source_name }))
}
