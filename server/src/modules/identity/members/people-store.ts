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

/** How active members of a company are written to. Nobody of a closed one is. */
export async function listReachable(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
): Promise<{ userId: string; email: string; name: string }[]> {
  const { rows } = await sql<{ user_id: string; email: string; name: string }>`
    select u.id as user_id, u.email, u.name
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    join identity.companies c on c.id = m.company_id and c.disabled_at is null
    where m.company_id = ${companyId} and m.user_id = any(${[...ids]}::text[])
    order by u.id
    limit 1000
  `.execute(conn)
  return rows.map(({ user_id, email, name }) => ({ userId: user_id, email, name }))
}

/**
 * An active member as an actor, with the roles of the moment: for what is done later in the name of somebody who is not
 * there. Undefined for who has left, and in a company that is closed.
 */
export async function findActingMember(
  conn: Conn,
  companyId: string,
  userId: string,
): Promise<Actor | undefined> {
  const { rows } = await sql<{ roles: Role[] }>`
    select m.roles from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    join identity.companies c on c.id = m.company_id and c.disabled_at is null
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

/** Somebody who acted before, by what is kept of it: the id of a person or of an API key. */
export type ActorName = Pick<Actor, 'companyId' | 'id'>

/**
 * Of an API key, whoever made it, with the roles of the moment; of an app, whom it acts for, with the roles that this
 * person has: what an app may do is less, and who is answerable is the same.
 */
export async function personBehind(conn: Conn, who: Actor | ActorName): Promise<PersonBehind> {
  if ('kind' in who && who.kind !== 'api_key' && who.kind !== 'oauth_app') {
    return { personId: who.id, roles: who.roles }
  }
  const { companyId, id } = who
  const { rows } = await sql<{ person_id: string; roles: Role[] | null }>`
    with behind as (
      select coalesce(
        (select created_by from identity.api_keys where company_id = ${companyId} and id = ${id}), ${id}) as person_id
    )
    select b.person_id, m.roles
    from behind b
    left join identity.memberships m on m.company_id = ${companyId} and m.user_id = b.person_id
  `.execute(conn)
  const [row] = rows
  return { personId: row?.person_id ?? id, roles: new Set(row?.roles) }
}
