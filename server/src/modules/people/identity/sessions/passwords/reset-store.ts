import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'

export async function insertReset(
  tx: Tx,
  reset: { readonly tokenHash: Buffer; readonly userId: string; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await voidResets(tx, reset.userId, now)
  await sql`
    insert into identity.password_resets (token_hash, user_id, created_at, expires_at)
    values (${reset.tokenHash}, ${reset.userId}, ${now}, ${reset.expiresAt})
  `.execute(tx)
}

/** Codes that were mailed before no longer work. */
export async function voidResets(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`
    update identity.password_resets set voided_at = ${now}
    where user_id = ${userId} and used_at is null and voided_at is null
  `.execute(tx)
}

export async function countResetsSince(conn: Conn, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from identity.password_resets
    where user_id = ${userId} and created_at > ${since}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** The person that the token belongs to, while it is valid. */
export async function findReset(
  conn: Conn,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from identity.password_resets
    where token_hash = ${tokenHash} and used_at is null and voided_at is null and expires_at > ${now}
  `.execute(conn)
  return rows[0]?.user_id
}

/** Checks and uses the token in one statement: of many simultaneous uses, one wins. */
export async function takeReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.password_resets set used_at = ${now}
    where token_hash = ${tokenHash} and used_at is null and voided_at is null and expires_at > ${now}
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function purgeResets(conn: Conn, before: Date): Promise<void> {
  await sql`delete from identity.password_resets where expires_at < ${before}`.execute(conn)
}
