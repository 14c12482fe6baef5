import { sql } from 'kysely'
import type { Actor } from '#kernel/actor'
import type { Conn } from '#platform/db'

/** The ids of active members of a company: those who are named, and those who hold the role. */
export async function listPeopleIds(
  conn: Conn,
  companyId: string,
  { ids = [], role }: { readonly ids?: readonly string[]; readonly role?: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    where m.company_id = ${companyId}
      and (m.user_id = any(${[...ids]}::text[]) or ${role ?? null}::text = any(m.roles))
    order by m.user_id
    limit 1000
  `.execute(conn)
  return rows.map((row) => row.user_id)
}

/** Who answers for what an actor does: of an API key, whoever made it; of an app, whom it acts for. */
export async function personBehind(conn: Conn, { kind, id, companyId }: Actor): Promise<string> {
  if (kind !== 'api_key') return id
  const { rows } = await sql<{ created_by: string }>`
    select created_by from identity.api_keys where company_id = ${companyId} and id = ${id}
  `.execute(conn)
  return rows[0]?.created_by ?? id
}
