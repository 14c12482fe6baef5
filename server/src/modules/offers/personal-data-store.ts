import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** The offer requests of a person. Their notes are erased, and the requests stay. */
export const offersData: PersonalData = {
  name: 'offers',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'requestId', id, 'state', state, 'quantity', quantity,
          'name', offer ->> 'name', 'note', note, 'createdAt', created_at) as data
        from offers.requests
        where company_id = ${companyId} and requested_by = ${person.userId}
          ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      update offers.requests set note = null, requested_by = null
      where company_id = any(${[...companyIds]}) and requested_by = ${userId}
    `.execute(tx)
    return []
  },
}
