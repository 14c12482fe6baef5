import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** A payment names its payer by id only. */
export const paymentsData: PersonalData = {
  name: 'payments',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('companyId', company_id, 'paymentId', id, 'createdAt', created_at,
          'state', state, 'method', method, 'orderId', order_id) as data
        from payments.payments
        where company_id = ${companyId} and payer_id = ${person.userId} ${before === undefined ? sql`` : sql`and id < ${before}`}
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async () => [],
}
