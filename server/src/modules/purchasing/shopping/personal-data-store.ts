import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** Private lists go with the person. Shared ones belong to the company and stay. */
export const shoppingData: PersonalData = {
  name: 'shopping lists',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select l.id, jsonb_build_object('companyId', l.company_id, 'listId', l.id, 'name', l.name,
          'visibility', l.visibility, 'createdAt', l.created_at, 'items', coalesce((
            select jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', trim_scale(i.quantity / 1000.0), 'note', i.note)
              order by i.position)
            from shopping.items i where i.company_id = l.company_id and i.list_id = l.id
          ), '[]')) as data
        from shopping.lists l
        where l.company_id = ${companyId} ${before === undefined ? sql`` : sql`and l.id < ${before}`}
          and l.owner_id = ${person.userId}
        order by l.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      delete from shopping.lists
      where company_id = any(${[...companyIds]}) and owner_id = ${userId} and visibility = 'PRIVATE'
    `.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from shopping.lists
      where company_id = any(${[...companyIds]}) and owner_id = ${userId}
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    return [{ what: 'shared shopping lists', count, reason: 'Colleagues of the company use them.' }]
  },
}
