import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** A standing order belongs to the company and stays. It is paused at its next date, because its owner is no member any more. */
export const standingOrdersData: PersonalData = {
  name: 'standing',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select s.id, jsonb_build_object('companyId', s.company_id, 'standingOrderId', s.id, 'name', s.name,
          'state', s.state, 'shipTo', s.ship_to, 'lines', s.lines, 'createdAt', s.created_at) as data
        from standing.orders s
        where s.company_id = ${companyId} ${before === undefined ? sql`` : sql`and s.id < ${before}`}
          and s.owner_id = ${person.userId}
        order by s.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async () => [],
}
