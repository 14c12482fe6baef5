import { sql } from 'kysely'
import type { PersonalData } from '#modules/identity'

const ordersMax = 10_000

/** Orders are documents of trade: they stay as they were, with the people in them. */
export const ordersData: PersonalData = {
  name: 'orders',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<{ data: unknown }>`
      select jsonb_build_object('companyId', o.company_id, 'orderId', o.id, 'placedAt', o.placed_at,
        'state', o.state, 'poNumber', o.po_number, 'costCenter', o.cost_center, 'note', o.note,
        'shipTo', o.ship_to, 'billTo', o.bill_to, 'totalMinor', o.total_minor, 'currency', o.currency) as data
      from orders.orders o
      where o.company_id = any(${[...companyIds]}) and o.placed_by = ${userId}
      order by o.placed_at desc
      limit ${ordersMax}
    `.execute(conn)
    return rows.map(({ data }) => data)
  },
  erase: async (tx, { userId, companyIds }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from orders.orders
      where company_id = any(${[...companyIds]}) and placed_by = ${userId}
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    const reason = 'Commercial and tax law: orders and invoices are kept for ten years.'
    return [{ what: 'orders', count, reason }]
  },
}
