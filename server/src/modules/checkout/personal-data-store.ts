import { sql } from 'kysely'
import type { PersonalData } from '#modules/identity'

const attemptsMax = 10_000

/** A purchase that became an order is documented there; of its attempt, and of those that came to nothing, no name stays. */
export const checkoutData: PersonalData = {
  name: 'checkouts',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<{ data: unknown }>`
      select jsonb_build_object('companyId', company_id, 'checkoutId', id, 'createdAt', created_at,
        'state', state, 'orderId', order_id, 'shipTo', snapshot -> 'shipTo', 'billTo', snapshot -> 'billTo',
        'poNumber', snapshot -> 'poNumber', 'note', snapshot -> 'note') as data
      from checkout.attempts
      where company_id = any(${[...companyIds]}) and owner_id = ${userId}
      order by created_at desc
      limit ${attemptsMax}
    `.execute(conn)
    return rows.map(({ data }) => data)
  },
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
      set snapshot = (snapshot - 'note' - 'billTo') || jsonb_build_object('shipTo', jsonb_build_object(
        'name', 'Erased person', 'line1', '-', 'city', '-', 'postalCode', '-',
        'country', snapshot -> 'shipTo' -> 'country'))
      where company_id = any(${[...companyIds]}) and owner_id = ${userId}
    `.execute(tx)
    return []
  },
}
