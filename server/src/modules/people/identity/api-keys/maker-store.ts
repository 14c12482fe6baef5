import type { Role } from '#kernel/actor'
import { type Conn, sql } from '#platform/db'

/** The present roles of the people who made keys. People who left, or whose account is closed, are missing. */
export async function listRolesOfMakers(
  conn: Conn,
  companyId: string,
  makerIds: readonly string[],
): Promise<Map<string, readonly Role[]>> {
  const { rows } = await sql<{ user_id: string; roles: Role[] }>`
    select m.user_id, m.roles
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    where m.company_id = ${companyId} and m.user_id = any(${[...new Set(makerIds)]}::text[])
  `.execute(conn)
  return new Map(rows.map(({ user_id, roles }) => [user_id, roles]))
}
