import { sql } from 'kysely'
import type { Role, Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import type { ApiKey } from './api-key.ts'
import { type ApiKeyRow, tables } from './tables.ts'

export type Company = {
  readonly id: Id<'co'>
  readonly name: string
  readonly currency: string
  readonly country: string
  readonly supplier: boolean
}

export type Member = {
  readonly userId: Id<'usr'>
  readonly companyId: Id<'co'>
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
}

export async function findCompany(conn: Conn, companyId: string): Promise<Company | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.companies')
    .select(['id', 'name', 'currency', 'country', 'supplier'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row && { ...row, id: row.id as Id<'co'> }
}

export async function insertCompany(
  tx: Tx,
  company: Company & { readonly platform: boolean },
  now: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('identity.companies')
    .values({ ...company, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function insertMember(
  tx: Tx,
  member: Member & { readonly passwordHash: string },
  now: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('identity.users')
    .values({
      id: member.userId,
      email: member.email.toLowerCase(),
      name: member.name,
      password_hash: member.passwordHash,
      state: 'ACTIVE',
      created_at: now,
    })
    .execute()
  await tables(tx)
    .insertInto('identity.memberships')
    .values({
      company_id: member.companyId,
      user_id: member.userId,
      roles: [...member.roles],
      created_at: now,
    })
    .execute()
}

export type SignInRecord = {
  readonly userId: Id<'usr'>
  readonly companyId: Id<'co'>
  readonly passwordHash: string
}

/** The person with the company joined first; someone in several companies chooses later. */
export async function findForSignIn(conn: Conn, email: string): Promise<SignInRecord | undefined> {
  const { rows } = await sql<{ id: string; company_id: string; password_hash: string }>`
    select u.id, u.password_hash, m.company_id
    from identity.users u
    join identity.memberships m on m.user_id = u.id
    where u.email = ${email.toLowerCase()} and u.state = 'ACTIVE'
    order by m.created_at, m.company_id
    limit 1
  `.execute(conn)
  const row = rows[0]
  return (
    row && {
      userId: row.id as Id<'usr'>,
      companyId: row.company_id as Id<'co'>,
      passwordHash: row.password_hash,
    }
  )
}

export type LiveSession = Member & { readonly sessionId: string }

/** Undefined when the session has ended, or the person may not act in that company any more. */
export async function findLiveSession(
  conn: Conn,
  companyId: string,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const { rows } = await sql<{ email: string; name: string; roles: Role[] }>`
    select u.email, u.name, m.roles
    from identity.sessions s
    join identity.users u on u.id = s.user_id and u.state = 'ACTIVE'
    join identity.memberships m on m.company_id = s.company_id and m.user_id = s.user_id
    where s.company_id = ${companyId} and s.id = ${sessionId} and s.user_id = ${userId}
      and s.ended_at is null and s.expires_at > ${now}
  `.execute(conn)
  const row = rows[0]
  return row && { ...row, sessionId, userId: userId as Id<'usr'>, companyId: companyId as Id<'co'> }
}

export async function insertSession(
  tx: Tx,
  session: {
    readonly id: string
    readonly companyId: string
    readonly userId: string
    readonly expiresAt: Date
  },
  now: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('identity.sessions')
    .values({
      id: session.id,
      company_id: session.companyId,
      user_id: session.userId,
      created_at: now,
      refreshed_at: now,
      expires_at: session.expiresAt,
      ended_at: null,
      end_reason: null,
    })
    .execute()
}

export async function insertRefreshToken(
  tx: Tx,
  token: { readonly id: string; readonly companyId: string; readonly sessionId: string },
  now: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('identity.refresh_tokens')
    .values({
      id: token.id,
      company_id: token.companyId,
      session_id: token.sessionId,
      issued_at: now,
      used_at: null,
    })
    .execute()
}

/** Returns false when the token was used before: the check and the use are one statement. */
export async function markRefreshTokenUsed(
  tx: Tx,
  companyId: string,
  tokenId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('identity.refresh_tokens')
    .set({ used_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', tokenId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Undefined when the session has ended, idled too long, or its person may not act any more. */
export async function touchSession(
  tx: Tx,
  companyId: string,
  sessionId: string,
  idleSince: Date,
  now: Date,
): Promise<{ userId: Id<'usr'>; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ user_id: string; expires_at: Date }>`
    update identity.sessions s
    set refreshed_at = ${now}
    from identity.users u, identity.memberships m
    where s.company_id = ${companyId} and s.id = ${sessionId}
      and s.ended_at is null and s.expires_at > ${now} and s.refreshed_at > ${idleSince}
      and u.id = s.user_id and u.state = 'ACTIVE'
      and m.company_id = s.company_id and m.user_id = s.user_id
    returning s.user_id, s.expires_at
  `.execute(tx)
  const row = rows[0]
  return row && { userId: row.user_id as Id<'usr'>, expiresAt: row.expires_at }
}

export async function endSession(
  tx: Tx,
  companyId: string,
  sessionId: string,
  reason: 'signed_out' | 'refresh_reused' | 'revoked',
  now: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('identity.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('company_id', '=', companyId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function insertApiKey(tx: Tx, key: ApiKey & { readonly hash: Buffer }): Promise<void> {
  await tables(tx)
    .insertInto('identity.api_keys')
    .values({
      id: key.id,
      company_id: key.companyId,
      name: key.name,
      key_start: key.keyStart,
      key_end: key.keyEnd,
      key_hash: key.hash,
      scopes: [...key.scopes],
      created_by: key.createdBy,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      last_used_at: null,
      revoked_at: null,
    })
    .execute()
}

export type UsableKey = { readonly key: ApiKey; readonly creatorRoles: readonly Role[] }

/** By the hash alone: the key says which company it is of. A creator who left has no roles any more. */
export async function findApiKeyByHash(conn: Conn, hash: Buffer): Promise<UsableKey | undefined> {
  const { rows } = await sql<ApiKeyRow & { creator_roles: Role[] | null }>`
    select k.*, m.roles as creator_roles
    from identity.api_keys k
    left join identity.users u on u.id = k.created_by and u.state = 'ACTIVE'
    left join identity.memberships m on m.company_id = k.company_id and m.user_id = u.id
    where k.key_hash = ${hash}
  `.execute(conn)
  const row = rows[0]
  return row && { key: toApiKey(row), creatorRoles: row.creator_roles ?? [] }
}

/** At most once a minute for one key, so that a busy integration does not write on every request. */
export async function markApiKeyUsed(
  conn: Conn,
  companyId: string,
  keyId: string,
  now: Date,
): Promise<void> {
  await sql`
    update identity.api_keys set last_used_at = ${now}
    where company_id = ${companyId} and id = ${keyId}
      and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '60 seconds')
  `.execute(conn)
}

/** Newest first; `api_keys_by_company` answers without a sort. */
export async function listApiKeys(
  conn: Conn,
  companyId: string,
  page: { readonly before?: { createdAt: Date; id: string } | undefined; readonly limit: number },
): Promise<ApiKey[]> {
  const before = page.before
    ? sql`and (created_at, id) < (${page.before.createdAt}, ${page.before.id})`
    : sql``
  const { rows } = await sql<ApiKeyRow>`
    select * from identity.api_keys
    where company_id = ${companyId} ${before}
    order by created_at desc, id desc
    limit ${page.limit}
  `.execute(conn)
  return rows.map(toApiKey)
}

export async function findApiKey(
  conn: Conn,
  companyId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  const row = await tables(conn)
    .selectFrom('identity.api_keys')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  return row && toApiKey(row)
}

/** Returns false when there is no such key that still works. */
export async function markApiKeyRevoked(
  tx: Tx,
  companyId: string,
  keyId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('identity.api_keys')
    .set({ revoked_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Brings the end of a key forward, never back. */
export async function shortenApiKey(
  tx: Tx,
  companyId: string,
  keyId: string,
  expiresAt: Date,
): Promise<void> {
  await sql`
    update identity.api_keys set expires_at = least(expires_at, ${expiresAt}::timestamptz)
    where company_id = ${companyId} and id = ${keyId} and revoked_at is null
  `.execute(tx)
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id as Id<'key'>,
    companyId: row.company_id as Id<'co'>,
    name: row.name,
    keyStart: row.key_start,
    keyEnd: row.key_end,
    scopes: row.scopes as Scope[],
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }
}
