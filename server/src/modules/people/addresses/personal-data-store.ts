import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/**
 * The place belongs to the company and stays. The name, the telephone and the e-mail address of a person are removed.
 */
export const addressesData: PersonalData = {
  name: 'addresses',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'addressId', id, 'label', label,
          'address', address, 'addedAt', created_at) as data
        from addresses.addresses
        where company_id = ${companyId} ${before === undefined ? sql`` : sql`and id < ${before}`}
          and (added_by = ${person.userId} or lower(address ->> 'email') = lower(${person.email}))
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, email, companyIds }) => {
    await sql`
      update addresses.addresses
      set address = (address - 'phone' - 'email') || jsonb_build_object('name', 'Erased person')
      where company_id = any(${[...companyIds]})
        and (added_by = ${userId} or lower(address ->> 'email') = lower(${email}))
    `.execute(tx)
    return []
  },
}
