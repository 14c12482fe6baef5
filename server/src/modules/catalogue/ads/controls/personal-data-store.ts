import { sql } from '#platform/db'
import type { PersonalData } from '#platform/personal-data'

/** The choices of a person about ads. Clicks are kept for billing: they have a keyed digest and no name. */
export const viewerControlsData: PersonalData = {
  name: 'adControls',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<{ data: object }>`
      select jsonb_build_object('companyId', company_id, 'optedOut', opted_out,
        'hiddenAdvertiserIds', hidden_company_ids, 'changedAt', changed_at) as data
      from ads.viewer_controls where company_id = any(${[...companyIds]}::text[]) and viewer_id = ${userId}
    `.execute(conn)
    return rows.map(({ data }) => data)
  },
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      delete from ads.viewer_controls
      where company_id = any(${[...companyIds]}::text[]) and viewer_id = ${userId}
    `.execute(tx)
    return []
  },
}
