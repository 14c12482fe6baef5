import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** The notices of automations to a person. */
export const automationsData: PersonalData = {
  name: 'automations',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'notificationId', id, 'subject', subject,
          'message', message, 'createdAt', created_at, 'readAt', read_at) as data
        from automations.notices
        where company_id = ${companyId} and user_id = ${person.userId}
          ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      delete from automations.notices where company_id = any(${[...companyIds]}) and user_id = ${userId}
    `.execute(tx)
    return []
  },
}
