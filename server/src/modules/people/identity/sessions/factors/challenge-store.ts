import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import { type ChallengeRow, tables } from '../../tables.ts'
import { type Challenge, challengeAttemptsMax, type Purpose } from './challenge.ts'

export async function insertChallenge(
  tx: Tx,
  challenge: Challenge,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('identity.challenges')
    .values({
      token_hash: challenge.tokenHash,
      purpose: challenge.purpose,
      user_id: challenge.userId ?? null,
      session_id: challenge.sessionId ?? null,
      nonce: challenge.nonce ?? null,
      attempts: 0,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
}

/** Counts the try before the comparison: simultaneous guesses get no more tries than sequential ones. */
export async function takeAttempt(
  conn: Conn,
  tokenHash: Buffer,
  purpose: Purpose,
  now: Date,
): Promise<Challenge | undefined> {
  const { rows } = await sql<ChallengeRow>`
    update identity.challenges set attempts = attempts + 1
    where token_hash = ${tokenHash} and purpose = ${purpose} and used_at is null
      and expires_at > ${now} and attempts < ${challengeAttemptsMax}
    returning *
  `.execute(conn)
  const row = rows[0]
  return (
    row && {
      tokenHash: Buffer.from(row.token_hash),
      purpose: row.purpose as Purpose,
      userId: row.user_id ?? undefined,
      sessionId: row.session_id ?? undefined,
      nonce: row.nonce ?? undefined,
    }
  )
}

/** Returns false if the challenge was answered already. */
export async function markChallengeUsed(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.challenges set used_at = ${now}
    where token_hash = ${tokenHash} and used_at is null
  `.execute(tx)
  return numAffectedRows === 1n
}

export async function purgeChallenges(conn: Conn, before: Date): Promise<void> {
  await sql`delete from identity.challenges where expires_at < ${before}`.execute(conn)
}
