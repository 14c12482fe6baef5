import { sql } from 'kysely'
import type { Role, Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import type { OauthGrantRow } from '../../tables.ts'

export type StoredGrant = {
  readonly id: string
  readonly companyId: Id<'co'>
  readonly appId: string
  readonly userId: string
  readonly scopes: readonly Scope[]
  readonly payload: Record<string, unknown>
  readonly expiresAt: Date
}

/** The grant belongs to the company of its app. Returns undefined if the app no longer exists. */
export async function upsertGrant(
  tx: Tx,
  grant: Omit<StoredGrant, 'companyId'>,
  now: Date,
): Promise<Id<'co'> | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    insert into identity.oauth_grants as held
      (company_id, id, app_id, user_id, scopes, payload, granted_at, expires_at)
    select app.company_id, ${grant.id}, app.id, ${grant.userId}, ${grant.scopes},
           ${JSON.stringify(grant.payload)}::jsonb, ${now}, ${grant.expiresAt}
    from identity.oauth_apps app
    where app.id = ${grant.appId} and app.revoked_at is null
    on conflict (company_id, id) do update
    set scopes = excluded.scopes, payload = excluded.payload, granted_at = excluded.granted_at,
        expires_at = excluded.expires_at
    where held.app_id = excluded.app_id and held.user_id = excluded.user_id
    returning held.company_id
  `.execute(tx)
  return rows[0]?.company_id as Id<'co'> | undefined
}

export async function findGrant(conn: Conn, grantId: string): Promise<StoredGrant | undefined> {
  const { rows } = await sql<OauthGrantRow>`
    /* across companies: a token names its grant by its id alone */
    select * from identity.oauth_grants where id = ${grantId}
  `.execute(conn)
  return rows[0] && toGrant(rows[0])
}

/** The person's latest answer to this app, in any browser. */
export async function findLatestGrant(
  conn: Conn,
  companyId: string,
  appId: string,
  userId: string,
  now: Date,
): Promise<StoredGrant | undefined> {
  const { rows } = await sql<OauthGrantRow>`
    select * from identity.oauth_grants
    where company_id = ${companyId} and app_id = ${appId} and user_id = ${userId}
      and expires_at > ${now}
    order by granted_at desc, id desc
    limit 1
  `.execute(conn)
  return rows[0] && toGrant(rows[0])
}

export type EndedGrant = {
  readonly companyId: Id<'co'>
  readonly appId: string
  readonly userId: string
}

/** Its code and its tokens are deleted with it. */
export async function deleteGrant(tx: Tx, grantId: string): Promise<EndedGrant | undefined> {
  const { rows } = await sql<{ company_id: string; app_id: string; user_id: string }>`
    delete from identity.oauth_grants where id = ${grantId}
    returning company_id, app_id, user_id
  `.execute(tx)
  return rows[0] && toEnded(rows[0])
}

export async function deleteGrantsOfApp(tx: Tx, companyId: string, appId: string): Promise<void> {
  await sql`
    delete from identity.oauth_grants where company_id = ${companyId} and app_id = ${appId}
  `.execute(tx)
}

/** Returns how many there were. */
export async function deleteGrantsOfPersonToApp(
  tx: Tx,
  companyId: string,
  appId: string,
  userId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.oauth_grants
    where company_id = ${companyId} and app_id = ${appId} and user_id = ${userId}
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes all consents that a person gave to apps, and all of the person's browser sessions at the authorization
 * server.
 */
export async function deleteOAuthOfPerson(tx: Tx, userId: string): Promise<EndedGrant[]> {
  const { rows } = await sql<{ company_id: string; app_id: string; user_id: string }>`
    delete from identity.oauth_grants where user_id = ${userId}
    returning company_id, app_id, user_id
  `.execute(tx)
  await sql`delete from identity.oauth_browsers where user_id = ${userId}`.execute(tx)
  return rows.map(toEnded)
}

export type AuthorizedApp = {
  readonly appId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly authorizedAt: Date
  readonly expiresAt: Date
}

export type AuthorizedPage = {
  readonly after?: { readonly name: string; readonly appId: string } | undefined
  readonly limit: number
}

/** The apps that act for a person in a company, by name. */
export async function listAuthorizedApps(
  conn: Conn,
  companyId: string,
  userId: string,
  now: Date,
  { after, limit }: AuthorizedPage,
): Promise<AuthorizedApp[]> {
  const { rows } = await sql<{
    app_id: string
    name: string
    scopes: Scope[]
    granted_at: Date
    expires_at: Date
  }>`
    select g.app_id, a.name, array_agg(distinct scope order by scope) as scopes,
           min(g.granted_at) as granted_at, max(g.expires_at) as expires_at
    from identity.oauth_grants g
    join identity.oauth_apps a on a.company_id = g.company_id and a.id = g.app_id
    cross join lateral unnest(g.scopes) as scope
    where g.company_id = ${companyId} and g.user_id = ${userId} and g.expires_at > ${now}
      ${after ? sql`and (a.name, g.app_id) > (${after.name}, ${after.appId})` : sql``}
    group by g.app_id, a.name
    order by a.name, g.app_id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    appId: row.app_id,
    name: row.name,
    scopes: row.scopes,
    authorizedAt: row.granted_at,
    expiresAt: row.expires_at,
  }))
}

export type AppMember = {
  readonly userId: Id<'usr'>
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
}

/** Undefined if the person may not, or may no longer, act in that company. */
export async function findActiveMember(
  conn: Conn,
  companyId: string,
  userId: string,
): Promise<AppMember | undefined> {
  const { rows } = await sql<{ email: string; name: string; roles: Role[] }>`
    select u.email, u.name, m.roles
    from identity.memberships m
    join identity.users u on u.id = m.user_id and u.state = 'ACTIVE'
    join identity.companies c on c.id = m.company_id and c.disabled_at is null
    where m.company_id = ${companyId} and m.user_id = ${userId}
  `.execute(conn)
  return rows[0] && { ...rows[0], userId: userId as Id<'usr'> }
}

const toEnded = (row: { company_id: string; app_id: string; user_id: string }): EndedGrant => ({
  companyId: row.company_id as Id<'co'>,
  appId: row.app_id,
  userId: row.user_id,
})

function toGrant(row: OauthGrantRow): StoredGrant {
  return {
    id: row.id,
    companyId: row.company_id as Id<'co'>,
    appId: row.app_id,
    userId: row.user_id,
    scopes: row.scopes as Scope[],
    payload: row.payload as Record<string, unknown>,
    expiresAt: row.expires_at,
  }
}
