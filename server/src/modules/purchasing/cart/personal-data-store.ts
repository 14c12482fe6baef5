import { sql } from 'kysely'
import type { PersonalData } from '#platform/personal-data'

/** A cart is its owner's personal data until it is ordered. */
export const cartData: PersonalData = {
  name: 'carts',
  collect: async (conn, { userId, companyIds }) => {
    const { rows } = await sql<{ data: object }>`
      select jsonb_build_object('companyId', c.company_id, 'cartId', c.id, 'name', c.name, 'unitId', c.unit_id, 'changedAt', c.changed_at,
        'sharedWith', (select coalesce(jsonb_agg(s.member_id order by s.member_id), '[]') from cart.shares s
          where s.company_id = c.company_id and s.cart_id = c.id),
        'items', (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('productId', i.product_id, 'quantity', trim_scale(i.quantity / 1000.0),
          'allocations', i.allocations, 'requestedDate', i.requested_date, 'addressId', i.address_id, 'addedAt', i.added_at))), '[]') from cart.items i
          where i.company_id = c.company_id and i.cart_id = c.id)) as data
      from cart.carts c
      where c.company_id = any(${[...companyIds]}) and ${userId} in (c.owner_id, c.inactive_owner_id)
    `.execute(conn)
    return rows.map(({ data }) => data)
  },
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      delete from cart.carts where company_id = any(${[...companyIds]}) and ${userId} in (owner_id, inactive_owner_id)
    `.execute(tx)
    await sql`
      delete from cart.shares where company_id = any(${[...companyIds]}) and member_id = ${userId}
    `.execute(tx)
    return []
  },
}
