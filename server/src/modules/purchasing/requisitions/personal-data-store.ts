import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/**
 * Drafts and files go with the person. What was submitted, and files that prove a negotiated price, belong to the company and stay:
 * they explain its orders.
 */
export const requisitionsData: PersonalData = {
  name: 'requisitions',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select r.id, jsonb_build_object('companyId', r.company_id, 'requisitionId', r.id, 'number', r.number,
          'title', r.title, 'state', r.state, 'neededBy', r.needed_by, 'shipTo', r.ship_to, 'note', r.note,
          'createdAt', r.created_at, 'lines', coalesce((
            select jsonb_agg(jsonb_build_object('productId', l.product_id, 'what', l.what, 'quantity', trim_scale(l.quantity / 1000.0),
              'note', l.note, 'attachments', (
                select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.id), '[]')
                from requisitions.attachments a
                where a.company_id = l.company_id and a.requisition_id = l.requisition_id and a.line_id = l.id
              )) order by l.position)
            from requisitions.lines l where l.company_id = r.company_id and l.requisition_id = r.id
          ), '[]'), 'comments', coalesce((
            select jsonb_agg(jsonb_build_object('state', h.state, 'comment', h.comment, 'at', h.at) order by h.version)
            from requisitions.history h
            where h.company_id = r.company_id and h.requisition_id = r.id and h.actor_id = ${person.userId}
          ), '[]')) as data
        from requisitions.requisitions r
        where r.company_id = ${companyId} ${before === undefined ? sql`` : sql`and r.id < ${before}`}
          and r.requester_id = ${person.userId}
        order by r.id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  erase: async (tx, { userId, companyIds }) => {
    await sql`
      delete from requisitions.requisitions
      where company_id = any(${[...companyIds]}) and requester_id = ${userId} and state = 'DRAFT'
    `.execute(tx)
    // A schedule deletes files without a line, also from where they are kept.
    await sql`
      update requisitions.attachments set requisition_id = null, line_id = null, name = '-'
      where company_id = any(${[...companyIds]}) and uploaded_by = ${userId} and not proves_price
    `.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from requisitions.requisitions
      where company_id = any(${[...companyIds]}) and requester_id = ${userId}
    `.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count === 0) return []
    const reason = 'Submitted requisitions explain the orders of the company.'
    return [{ what: 'requisitions', count, reason }]
  },
}

/** What a person wrote about the requisitions of others, and how the person sourced their lines. */
export const requisitionDecisionsData: PersonalData = {
  name: 'requisitionDecisions',
  collect: (conn, person) =>
    pagesOf(person, async ({ companyId, before, limit }) => {
      const { rows } = await sql<{ id: string; data: object }>`
        select id, jsonb_build_object('requisitionId', requisition_id, 'state', state, 'comment', comment, 'at', at) as data
        from (
          select h.requisition_id || '/' || lpad(h.version::text, 9, '0') as id, h.requisition_id, h.state, h.comment, h.at
          from requisitions.history h
          join requisitions.requisitions r on r.company_id = h.company_id and r.id = h.requisition_id
          where h.company_id = ${companyId} and h.actor_id = ${person.userId} and r.requester_id <> ${person.userId}
          union all
          select l.requisition_id || '/' || l.id, l.requisition_id, 'SOURCED', l.sourcing_note, l.sourced_at
          from requisitions.lines l
          where l.company_id = ${companyId} and l.sourced_by = ${person.userId}
        ) decided
        ${before === undefined ? sql`` : sql`where id < ${before}`}
        order by id desc
        limit ${limit}
      `.execute(conn)
      return rows
    }),
  // They belong to the requisitions of others, which stay.
  erase: async () => [],
}
