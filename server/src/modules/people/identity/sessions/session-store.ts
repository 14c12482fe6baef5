import { sql } from 'kysely'
import type { Role, UnitRole } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { type Locale, readerLocale } from '#kernel/locale'
import type { Conn, Tx } from '#platform/db'
import { type SessionRow, tables } from '../tables.ts'
import type { EndReason, Method, Session, SignInRecord } from './session.ts'

type SignInKey = { readonly email: string } | { readonly userId: string }

/** Undefined for an unknown person and for a disabled account alike. */
export async function findForSignIn(conn: Conn, key: SignInKey): Promise<SignInRecord | undefined> {
  const who = 'email' in key ? sql`u.email = ${key.email.toLowerCase()}` : sql`u.id = ${key.userId}`
  const { rows } = await sql<{
    id: string
    email: string
    name: string
    password_hash: string
    company_id: string
    roles: Role[]
    locale: string | null
    company_locale: string | null
  }>`
    select u.id, u.email, u.name, u.password_hash, m.company_id, m.roles,
           u.locale, c.locale as company_locale
    from identity.users u
    join identity.memberships m on m.user_id = u.id
    join identity.companies c on c.id = m.company_id and c.disabled_at is null
    where ${who} and u.state = 'ACTIVE'
    order by m.created_at, m.company_id
    limit 1
  `.execute(conn)
  const row = rows[0]
  if (!row) return undefined
  const { email, name, roles } = row
  return {
    userId: row.id as Id<'usr'>,
    companyId: row.company_id as Id<'co'>,
    passwordHash: row.password_hash,
    email,
    name,
    roles,
    locale: readerLocale(row.locale, row.company_locale),
  }
}

export type LiveSession = {
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly unitId: string | undefined
  readonly unitRoles: readonly UnitRole[]
  readonly authenticatedAt: Date
  readonly hasSecondFactor: boolean
  readonly locale: Locale | undefined
}

/** Undefined if the session has ended, or the person may no longer act in that company. */
export async function findLiveSession(
  conn: Conn,
  companyId: string,
  sessionId: string,
  userId: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const { rows } = await sql<{
    email: string
    name: string
    roles: Role[]
    unit_id: string | null
    unit_roles: UnitRole[]
    authenticated_at: Date
    has_second_factor: boolean
    locale: Locale | null
  }>`
    select u.email, u.name, u.locale, m.roles, m.unit_id, m.unit_roles, coalesce(s.authenticated_at, s.created_at) as authenticated_at,
      exists (select from identity.totp_factors f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from identity.passkeys p where p.user_id = u.id) as has_second_factor
    from identity.sessions s
    join identity.users u on u.id = s.user_id and u.state = 'ACTIVE'
    join identity.memberships m on m.company_id = s.company_id and m.user_id = s.user_id
    where s.company_id = ${companyId} and s.id = ${sessionId} and s.user_id = ${userId}
      and s.ended_at is null and s.expires_at > ${now}
  `.execute(conn)
  const row = rows[0]
  if (!row) return undefined
  const { email, name, roles, unit_roles: unitRoles } = row
  const { authenticated_at: authenticatedAt, has_second_factor: hasSecondFactor } = row
  const unitId = row.unit_id ?? undefined
  const locale = row.locale ?? undefined
  return { email, name, roles, unitId, unitRoles, authenticatedAt, hasSecondFactor, locale }
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tables(tx)
    .insertInto('identity.sessions')
    .values({
      id: session.id,
      company_id: session.companyId,
      user_id: session.userId,
      created_at: session.createdAt,
      refreshed_at: session.refreshedAt,
      expires_at: session.expiresAt,
      authenticated_at: session.authenticatedAt,
      methods: [...session.methods],
      device: session.device ?? null,
      network: session.network ?? null,
      ended_at: null,
      end_reason: null,
    })
    .execute()
}

/** Undefined if the session has ended or idled too long, or its person may no longer act. Locks its row. */
export async function touchSession(
  tx: Tx,
  companyId: string,
  sessionId: string,
  idleSince: Date,
  now: Date,
): Promise<{ userId: Id<'usr'>; roles: Role[]; expiresAt: Date } | undefined> {
  const { rows } = await sql<{ user_id: string; roles: Role[]; expires_at: Date }>`
    update identity.sessions s
    set refreshed_at = ${now}
    from identity.users u, identity.memberships m
    where s.company_id = ${companyId} and s.id = ${sessionId}
      and s.ended_at is null and s.expires_at > ${now} and s.refreshed_at > ${idleSince}
      and u.id = s.user_id and u.state = 'ACTIVE'
      and m.company_id = s.company_id and m.user_id = s.user_id
    returning s.user_id, m.roles, s.expires_at
  `.execute(tx)
  const row = rows[0]
  return row && { userId: row.user_id as Id<'usr'>, roles: row.roles, expiresAt: row.expires_at }
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
      successor_id: null,
    })
    .execute()
}

/** Returns false if the token was used before: the check and the use are one statement. */
export async function markRefreshTokenUsed(
  tx: Tx,
  token: { readonly id: string; readonly companyId: string; readonly sessionId: string },
  successorId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('identity.refresh_tokens')
    .set({ used_at: now, successor_id: successorId })
    .where('company_id', '=', token.companyId)
    .where('id', '=', token.id)
    .where('session_id', '=', token.sessionId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The token that replaced this one, if that was recent and nobody has used it yet. */
export async function findUnusedSuccessor(
  tx: Tx,
  token: { readonly id: string; readonly companyId: string; readonly sessionId: string },
  usedSince: Date,
): Promise<{ id: string; issuedAt: Date } | undefined> {
  const { rows } = await sql<{ id: string; issued_at: Date }>`
    select next.id, next.issued_at
    from identity.refresh_tokens t
    join identity.refresh_tokens next
      on next.company_id = t.company_id and next.id = t.successor_id and next.used_at is null
    where t.company_id = ${token.companyId} and t.id = ${token.id}
      and t.session_id = ${token.sessionId} and t.used_at >= ${usedSince}
  `.execute(tx)
  const row = rows[0]
  return row && { id: row.id, issuedAt: row.issued_at }
}

/** Returns false if no such session is alive. */
export async function endSession(
  tx: Tx,
  companyId: string,
  sessionId: string,
  reason: EndReason,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('identity.sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('company_id', '=', companyId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends all sessions of a person but one, in all companies. Returns how many it ended. */
export async function endSessionsOf(
  tx: Tx,
  userId: string,
  except: string | undefined,
  reason: EndReason,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    /* across companies: a credential is the person's, in every company */
    update identity.sessions set ended_at = ${now}, end_reason = ${reason}
    where user_id = ${userId} and ended_at is null and id is distinct from ${except ?? null}
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** More devices than anybody has. Older sessions are not shown, but `revoke-others` ends them too. */
const shownMax = 100

/** Latest use first. Uses `sessions_by_user`. */
export async function listSessionsOf(
  conn: Conn,
  userId: string,
  idleSince: Date,
  now: Date,
): Promise<Session[]> {
  const { rows } = await sql<SessionRow>`
    /* across companies: a person sees all of their own devices */
    select * from identity.sessions
    where user_id = ${userId} and ended_at is null and expires_at > ${now}
      and refreshed_at > ${idleSince}
    order by refreshed_at desc, id desc
    limit ${shownMax}
  `.execute(conn)
  return rows.map(toSession)
}

/** Only sessions of this person: another person's session counts as not found. */
export async function endOwnSession(
  tx: Tx,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    /* across companies: a person ends any of their own devices */
    update identity.sessions set ended_at = ${now}, end_reason = 'revoked'
    where user_id = ${userId} and id = ${sessionId} and ended_at is null
  `.execute(tx)
  return numAffectedRows === 1n
}

/** The person has just proved their identity again. */
export async function markAuthenticated(
  tx: Tx,
  companyId: string,
  sessionId: string,
  method: Method,
  now: Date,
): Promise<void> {
  await sql`
    update identity.sessions
    set authenticated_at = ${now},
        methods = case when ${method} = any(methods) then methods else methods || ${method}::text end
    where company_id = ${companyId} and id = ${sessionId} and ended_at is null
  `.execute(tx)
}

/** The condition includes the hash that the statement replaces: of two simultaneous changes, one wins. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  former: string | undefined,
  passwordHash: string,
): Promise<boolean> {
  const unchanged = former === undefined ? sql`` : sql`and password_hash = ${former}`
  const { numAffectedRows } = await sql`
    update identity.users set password_hash = ${passwordHash}
    where id = ${userId} and state = 'ACTIVE' ${unchanged}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes sessions that ended longer ago than this, with their refresh tokens: nobody needs them. */
export async function purgeSessions(conn: Conn, before: Date): Promise<void> {
  await sql`
    /* across companies: tidying up */
    delete from identity.sessions where expires_at < ${before}
  `.execute(conn)
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id as Id<'ses'>,
    companyId: row.company_id as Id<'co'>,
    userId: row.user_id as Id<'usr'>,
    createdAt: row.created_at,
    refreshedAt: row.refreshed_at,
    expiresAt: row.expires_at,
    authenticatedAt: row.authenticated_at ?? row.created_at,
    methods: row.methods as Method[],
    device: row.device ?? undefined,
    network: row.network ?? undefined,
  }
}
