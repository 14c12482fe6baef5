import { sql } from 'kysely'
import { type Actor, type Role, scopesOfRoles, type UnitRole } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Conn } from '#platform/db'
import type { Reader } from '#platform/mail'
import { type ReaderRow, toReader } from './reader.ts'

/** Whom to list: people by their ids, and those who have the role, for the company or for one of these units. */
export type PeopleAsked = {
  readonly ids?: readonly string[] | undefined
  readonly role?: Role | undefined
  readonly unitIds?: readonly string[] | undefined
}

/** The ids of active members of a company. */
export async function listPeopleIds(
  conn: Conn,
  companyId: string,
  { ids = [], role, unitIds = [] }: PeopleAsked,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    where m.company_id = ${companyId}
      and (m.user_id = any(${[...ids]}::text[]) or ${role ?? null}::text = any(m.roles)
        or exists (select 1 from jsonb_to_recordset(m.unit_roles) as held ("unitId" text, role text)
          where held.role = ${role ?? null} and held."unitId" = any(${[...unitIds]}::text[])))
    order by m.user_id
    limit 1000
  `.execute(conn)
  return rows.map((row) => row.user_id)
}

/** Which of these active members have the role for which units. Not those who have it for the whole company. */
export async function listUnitRoles(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
  role: Role,
): Promise<readonly { readonly personId: string; readonly unitId: string }[]> {
  const { rows } = await sql<{ personId: string; unitId: string }>`
    select m.user_id as "personId", held."unitId"
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    cross join lateral jsonb_to_recordset(m.unit_roles) as held ("unitId" text, role text)
    where m.company_id = ${companyId} and m.user_id = any(${[...ids]}::text[]) and held.role = ${role}
  `.execute(conn)
  return rows
}

export async function isErased(conn: Conn, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity.users where id = ${userId} and erased_at is not null
  `.execute(conn)
  return rows.length > 0
}

/** The mail addresses of active members of a company. Empty for a closed company. */
export async function listReachable(
  conn: Conn,
  companyId: string,
  ids: readonly string[],
): Promise<(Reader & { name: string })[]> {
  const { rows } = await sql<ReaderRow & { name: string }>`
    select u.id as user_id, u.email, u.name, u.locale, c.locale as company_locale
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    join identity.companies c on c.id = m.company_id and c.disabled_at is null
    where m.company_id = ${companyId} and m.user_id = any(${[...ids]}::text[])
    order by u.id
    limit 1000
  `.execute(conn)
  return rows.map((row) => ({ ...toReader(row), name: row.name }))
}

/**
 * An active member as an actor with present roles, for work that is done later in this person's name. Undefined for
 * people who left, and in a closed company.
 */
export async function findActingMember(
  conn: Conn,
  companyId: string,
  userId: string,
): Promise<Actor | undefined> {
  const { rows } = await sql<{ roles: Role[]; unit_id: string | null; unit_roles: UnitRole[] }>`
    select m.roles, m.unit_id, m.unit_roles from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    join identity.companies c on c.id = m.company_id and c.disabled_at is null
    where m.company_id = ${companyId} and m.user_id = ${userId}
  `.execute(conn)
  const [row] = rows
  if (!row) return undefined
  const roles = new Set(row.roles)
  return {
    kind: 'person',
    id: userId,
    companyId: companyId as Id<'co'>,
    roles,
    scopes: scopesOfRoles(roles),
    ...(row.unit_id !== null && { unitId: row.unit_id }),
    ...(row.unit_roles.length > 0 && { unitRoles: row.unit_roles }),
  }
}

/** The person who is responsible for what an actor does, and that person's roles in the company. */
export type PersonBehind = { readonly personId: string; readonly roles: ReadonlySet<Role> }

/** Names a past actor by the stored id of a person or an API key. */
export type ActorName = Pick<Actor, 'companyId' | 'id'>

/**
 * For an API key, this is the person who made it, with present roles. For an app, it is the person it acts for, with
 * that person's roles: the app may do less, but the same person is responsible.
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
