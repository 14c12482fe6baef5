import { sql } from 'kysely'
import type { PersonalData } from '#modules/identity'

const paymentsMax = 10_000

/** A payment names its payer by id alone. */
export const paymentsData: PersonalData = {
  name: 'payments',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<{ data: unknown }>`
      select jsonb_build_object('companyId', company_id, 'paymentId', id, 'createdAt', created_at,
        'state', state, 'method', method, 'orderId', order_id) as data
      from payments.payments
      where company_id = any(${[...companyIds]}) and payer_id = ${userId}
      order by created_at desc
      limit ${paymentsMax}
    `.execute(conn)
    return rows.map(({ data }) => data)
  },
  erase: async () => [],
}
