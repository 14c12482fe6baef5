import { sql } from 'kysely'
import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Conn, Tx } from '#platform/db'
import type { Member } from './members/member.ts'
import { tables } from './tables.ts'

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

export type LiveSession = Omit<Member, 'joinedAt'> & { readonly sessionId: string }

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
