import { sql } from 'kysely'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** Orders are trade documents: they keep the people that they name. */
export const ordersData: PersonalData = {
  name: 'orders',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select o.id, jsonb_build_object('companyId', o.company_id, 'orderId', o.id, 'number', o.number, 'placedAt', o.placed_at,
          'state', o.state, 'poNumber', o.po_number, 'costCenter', o.cost_center, 'note', o.note,
          'shipTo', o.ship_to, 'deliveries', o.deliveries, 'billTo', o.bill_to, 'totalMinor', o.total_minor, 'currency', o.currency) as data
        from orders.orders o
        where o.company_id = ${companyId} and o.placed_by = ${person.userId} ${before === undefined ? sql`` : sql`and o.id < ${before}`}
        order by o.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
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
