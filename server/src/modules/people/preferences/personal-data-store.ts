import { sql } from '#platform/db'
import type { PersonalData } from '#platform/personal-data'

/** The views go with the person: nobody else sees them. */
export const preferencesData: PersonalData = {
  name: 'saved views',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<object>`
      select company_id as "companyId", list, name, shown, changed_at as "changedAt"
      from preferences.views
      where company_id = any(${[...companyIds]}) and user_id = ${userId}
      order by company_id, list, name
    `.execute(conn)
    return rows
  },
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      delete from preferences.views where company_id = any(${[...companyIds]}) and user_id = ${userId}
    `.execute(tx)
    return []
  },
}
