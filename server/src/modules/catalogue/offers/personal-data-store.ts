import { platformCompanyId } from '#modules/identity'
import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** The offer requests of a person, and the answers. What the person wrote in them is erased, and the requests stay. */
export const offersData: PersonalData = {
  name: 'offers',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'requestId', id, 'state', state, 'quantity', trim_scale(quantity / 1000.0),
          'name', offer ->> 'name', 'createdAt', created_at)
          || case when requested_by = ${person.userId} then jsonb_build_object('note', note)
            else jsonb_build_object('reason', reason, 'answeredAt', answered_at) end as data
        from offers.requests
        where (company_id = ${companyId} and requested_by = ${person.userId}
            or coalesce(supplier_company_id, ${platformCompanyId}) = ${companyId} and answered_by = ${person.userId})
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
    await sql`
      /* across companies: operators answer for every supplier, and the request has the company_id of the one who asks */
      update offers.requests set reason = null, answered_by = null where answered_by = ${userId}
    `.execute(tx)
    return []
  },
}
