import { sql } from '#platform/db'
import type { PersonalData } from '#platform/personal-data'

/** Who asked for a run, and what they looked for, is personal data. The run itself is not. */
export const crawlsData: PersonalData = {
  name: 'crawls',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<{ data: unknown }>`
      /* across companies: the run belongs to the company of its source, perhaps to the platform */
      select jsonb_build_object('crawlId', id, 'createdAt', created_at, 'query', query) as data
      from crawl.runs where requesting_company_id = any(${[...companyIds]}) and requested_by = ${userId}
      order by created_at
    `.execute(conn)
    return rows.map(({ data }) => data)
  },
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      /* across companies: the run belongs to the company of its source, perhaps to the platform */
      update crawl.runs set requested_by = null, query = null
      where requesting_company_id = any(${[...companyIds]}) and requested_by = ${userId}
    `.execute(tx)
    return []
  },
}
