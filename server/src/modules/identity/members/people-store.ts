import { sql } from 'kysely'
import { type Actor, type Role, scopesOfRoles } from '#kernel/actor'
import type { Id } from '#kernel/id'
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

/** How active members of a company are written to. */
export async function listReachable(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
): Promise<{ userId: string; email: string; name: string }[]> {
  const { rows } = await sql<{ user_id: string; email: string; name: string }>`
    select u.id as user_id, u.email, u.name
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    where m.company_id = ${companyId} and m.user_id = any(${[...ids]}::text[])
    order by u.id
    limit 1000
  `.execute(conn)
  return rows.map(({ user_id, email, name }) => ({ userId: user_id, email, name }))
}

/**
 * An active member as an actor, with the roles of the moment: for what is done later in the name of somebody who is not
 * there. Undefined for who has left.
 */
export async function findActingMember(
  conn: Conn,
  companyId: string,
  userId: string,
): Promise<Actor | undefined> {
  const { rows } = await sql<{ roles: Role[] }>`
    select m.roles from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    where m.company_id = ${companyId} and m.user_id = ${userId}
  `.execute(conn)
  const [row] = rows
  if (!row) return undefined
  const roles = new Set(row.roles)
  const scopes = scopesOfRoles(roles)
  return { kind: 'person', id: userId, companyId: companyId as Id<'co'>, roles, scopes }
}

/** Who answers for what an actor does, and what that person is in the company. */
export type PersonBehind = { readonly personId: string; readonly roles: ReadonlySet<Role> }

/** Of an API key, whoever made it, with the roles of the moment; of an app, whom it acts for. */
export async function personBehind(
  conn: Conn,
  { kind, id, companyId, roles }: Actor,
): Promise<PersonBehind> {
  if (kind !== 'api_key') return { personId: id, roles }
  const { rows } = await sql<{ created_by: string; roles: Role[] | null }>`
    select k.created_by, m.roles
    from identity.api_keys k
    left join identity.memberships m on m.company_id = k.company_id and m.user_id = k.created_by
    where k.company_id = ${companyId} and k.id = ${id}
  `.execute(conn)
  const [row] = rows
  return { personId: row?.created_by ?? id, roles: new Set(row?.roles) }
}
