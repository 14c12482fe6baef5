import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** The order documents a purchase. Neither its attempt nor an attempt without an order keeps a name. */
export const checkoutData: PersonalData = {
  name: 'checkouts',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'checkoutId', id, 'createdAt', created_at,
          'state', state, 'orderId', order_id, 'shipTo', snapshot -> 'shipTo', 'billTo', snapshot -> 'billTo', 'deliveries', snapshot -> 'deliveries',
          'poNumber', snapshot -> 'poNumber', 'note', snapshot -> 'note') as data
        from checkout.attempts
        where company_id = ${companyId} and owner_id = ${person.userId} ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  isBusy: async (tx, { userId, companyIds }) => {
    const { rows } = await sql`
      select id from checkout.attempts
      where company_id = any(${[...companyIds]}) and owner_id = ${userId} and ended_at is null
      limit 1
    `.execute(tx)
    return rows.length > 0
  },
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      update checkout.attempts
      set snapshot = (snapshot - 'note' - 'billTo' - 'deliveries') || jsonb_build_object('shipTo', jsonb_build_object(
        'name', 'Erased person', 'line1', '-', 'city', '-', 'postalCode', '-',
        'country', snapshot -> 'shipTo' -> 'country'))
      where company_id = any(${[...companyIds]}) and owner_id = ${userId}
    `.execute(tx)
    return []
  },
}
