import { sql } from 'kysely'
import type { Role, Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { Conn, Tx } from '#platform/db'
import type { OauthTokenRow } from '../../tables.ts'

export type TokenKind = 'AccessToken' | 'AuthorizationCode' | 'RefreshToken'

export type NewToken = {
  readonly hash: Buffer
  readonly kind: TokenKind
  readonly grantId: string
  readonly scopes: readonly string[]
  readonly payload: Record<string, unknown>
  readonly expiresAt: Date
}

/** Returns false if the grant no longer exists: the token would have no rights. */
export async function upsertToken(conn: Conn, token: NewToken, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into identity.oauth_tokens
      (company_id, token_hash, kind, grant_id, app_id, user_id, scopes, payload, issued_at, expires_at)
    select g.company_id, ${token.hash}, ${token.kind}, g.id, g.app_id, g.user_id, ${token.scopes},
           ${JSON.stringify(token.payload)}::jsonb, ${now}, ${token.expiresAt}
    from identity.oauth_grants g
    where g.id = ${token.grantId}
    on conflict (token_hash) do update
    set payload = excluded.payload, scopes = excluded.scopes, expires_at = excluded.expires_at
  `.execute(conn)
  return numAffectedRows === 1n
}

export type StoredToken = {
  readonly payload: Record<string, unknown>
  readonly consumedAt: Date | undefined
}

export async function findToken(
  conn: Conn,
  kind: TokenKind,
  hash: Buffer,
): Promise<StoredToken | undefined> {
  const { rows } = await sql<Pick<OauthTokenRow, 'payload' | 'consumed_at'>>`
    select payload, consumed_at, company_id from identity.oauth_tokens
    where token_hash = ${hash} and kind = ${kind}
  `.execute(conn)
  const row = rows[0]
  return (
    row && {
      payload: row.payload as Record<string, unknown>,
      consumedAt: row.consumed_at ?? undefined,
    }
  )
}

/** Checks and uses the token in one statement: of any number of simultaneous calls, one gets true. */
export async function markTokenConsumed(conn: Conn, hash: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    /* across companies: by the hash of what the client holds */
    update identity.oauth_tokens set consumed_at = ${now}
    where token_hash = ${hash} and consumed_at is null
  `.execute(conn)
  return numAffectedRows === 1n
}

export async function findGrantIdOfToken(conn: Conn, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ grant_id: string }>`
    select grant_id, company_id from identity.oauth_tokens where token_hash = ${hash}
  `.execute(conn)
  return rows[0]?.grant_id
}

export async function deleteToken(conn: Conn, hash: Buffer): Promise<void> {
  await sql`
    /* across companies: by the hash of what the client holds */
    delete from identity.oauth_tokens where token_hash = ${hash}
  `.execute(conn)
}

export async function deleteTokensOfGrant(
  conn: Conn,
  kind: TokenKind,
  grantId: string,
): Promise<void> {
  await sql`
    delete from identity.oauth_tokens t
    using identity.oauth_grants g
    where g.id = ${grantId} and t.company_id = g.company_id and t.grant_id = g.id and t.kind = ${kind}
  `.execute(conn)
}

export type LiveAccess = {
  readonly companyId: Id<'co'>
  readonly userId: Id<'usr'>
  readonly appId: Id<'app'>
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly unitId: string | undefined
  /** The scopes of the token that the consent and the app still allow. */
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date
  readonly locale: Locale | undefined
}

/** One statement checks the token, the app, the consent, and whether the person may still act there. */
export async function findLiveAccess(conn: Conn, hash: Buffer): Promise<LiveAccess | undefined> {
  const { rows } = await sql<{
    company_id: string
    user_id: string
    app_id: string
    email: string
    name: string
    roles: Role[]
    unit_id: string | null
    scopes: Scope[]
    expires_at: Date
    locale: Locale | null
  }>`
    select t.company_id, t.user_id, t.app_id, u.email, u.name, u.locale, m.roles, m.unit_id, t.expires_at,
           array(select unnest(t.scopes) intersect select unnest(g.scopes)
                 intersect select unnest(a.scopes)) as scopes
    from identity.oauth_tokens t
    join identity.oauth_grants g on g.company_id = t.company_id and g.id = t.grant_id
    join identity.oauth_apps a on a.company_id = t.company_id and a.id = t.app_id
      and a.revoked_at is null
    join identity.companies c on c.id = t.company_id and c.disabled_at is null
    join identity.users u on u.id = t.user_id and u.state = 'ACTIVE'
    join identity.memberships m on m.company_id = t.company_id and m.user_id = t.user_id
    where t.token_hash = ${hash} and t.kind = 'AccessToken'
  `.execute(conn)
  const row = rows[0]
  return (
    row && {
      companyId: row.company_id as Id<'co'>,
      userId: row.user_id as Id<'usr'>,
      appId: row.app_id as Id<'app'>,
      email: row.email,
      name: row.name,
      roles: row.roles,
      unitId: row.unit_id ?? undefined,
      scopes: row.scopes,
      expiresAt: row.expires_at,
      locale: row.locale ?? undefined,
    }
  )
}

/** Deletes a batch of expired entries. Used tokens stay until they expire: a second use is a theft. */
export async function deleteExpired(tx: Tx, before: Date, batchMax: number): Promise<number> {
  const { numAffectedRows: tokens = 0n } = await sql`
    delete from identity.oauth_tokens where (company_id, token_hash) in (
      select company_id, token_hash from identity.oauth_tokens
      where expires_at < ${before} order by expires_at limit ${batchMax}
    )
  `.execute(tx)
  const { numAffectedRows: grants = 0n } = await sql`
    delete from identity.oauth_grants where (company_id, id) in (
      select company_id, id from identity.oauth_grants
      where expires_at < ${before} order by expires_at limit ${batchMax}
    )
  `.execute(tx)
  const { numAffectedRows: browsers = 0n } = await sql`
    delete from identity.oauth_browsers where id_hash in (
      select id_hash from identity.oauth_browsers
      where expires_at < ${before} order by expires_at limit ${batchMax}
    )
  `.execute(tx)
  return Number(tokens + grants + browsers)
}
