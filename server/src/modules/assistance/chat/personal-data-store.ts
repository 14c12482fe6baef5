import { sql } from '#platform/db'
import { type PersonalData, pagesOf } from '#platform/personal-data'

/** What a person needs, and what the person has written. Nothing has to be kept: the order documents a purchase. */
export const chatData: readonly PersonalData[] = [
  {
    name: 'chatSessions',
    collect: (conn, person) =>
      pagesOf(person, async ({ companyId, before, limit }) => {
        const { rows } = await sql<{ id: string; data: object }>`
          select id, jsonb_build_object('companyId', company_id, 'sessionId', id, 'createdAt', created_at, 'state', state,
            'brief', brief) as data
          from chat.sessions
          where company_id = ${companyId} and owner_id = ${person.userId}
            ${before === undefined ? sql`` : sql`and id < ${before}`}
          order by id desc
          limit ${limit}
        `.execute(conn)
        return rows
      }),
    erase: async (tx, { userId, companyIds }) => {
      await sql`
        delete from chat.sessions where company_id = any(${[...companyIds]}) and owner_id = ${userId}
      `.execute(tx)
      return []
    },
  },
  {
    name: 'chatMessages',
    collect: (conn, person) =>
      pagesOf(person, async ({ companyId, before, limit }) => {
        const { rows } = await sql<{ id: string; data: object }>`
          select m.id, jsonb_build_object('sessionId', m.session_id, 'role', m.role, 'text', m.text,
            'createdAt', m.created_at) as data
          from chat.sessions s join chat.messages m on m.company_id = s.company_id and m.session_id = s.id
          where s.company_id = ${companyId} and s.owner_id = ${person.userId}
            ${before === undefined ? sql`` : sql`and m.id < ${before}`}
          order by m.id desc
          limit ${limit}
        `.execute(conn)
        return rows
      }),
    // The messages go with their sessions.
    erase: async () => [],
  },
]
