import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/**
 * A standing order belongs to the company and stays. It is paused at its next date, because its owner is no longer a member. One that has
 * ended delivers nothing more: the person is removed from its address, whoever owns it now. `end` removes an erased person from the others.
 */
export const standingOrdersData: PersonalData = {
  name: 'standing',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select s.id, jsonb_build_object('companyId', s.company_id, 'standingOrderId', s.id, 'name', s.name,
          'state', s.state, 'shipTo', s.ship_to, 'lines', s.lines, 'createdAt', s.created_at) as data
        from standing.orders s
        where s.company_id = ${companyId} ${before === undefined ? sql`` : sql`and s.id < ${before}`}
          and (s.owner_id = ${person.userId} or s.ship_to_by = ${person.userId})
        order by s.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    const companies = [...companyIds]
    // One that ends at the same time is either found below, or `end` waits for this lock and then finds the person erased.
    await sql`
      select from standing.orders
      where company_id = any(${companies}) and coalesce(ship_to_by, owner_id) = ${userId} and state <> 'ENDED'
      order by company_id, id
      for update
    `.execute(tx)
    await sql`
      update standing.orders
      set ship_to = (ship_to - 'phone' - 'email') || jsonb_build_object('name', 'Erased person')
      where company_id = any(${companies}) and coalesce(ship_to_by, owner_id) = ${userId} and state = 'ENDED'
    `.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from standing.orders
      where company_id = any(${companies}) and (owner_id = ${userId} or ship_to_by = ${userId}) and state <> 'ENDED'
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    const reason = 'The company orders by them. An administrator who resumes one answers for it.'
    return [{ what: 'standing orders', count, reason }]
  },
}
