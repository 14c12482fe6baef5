import { sql } from 'kysely'
import { after, hoursMs } from '#kernel/time'
import type { Conn, Tx } from '#platform/db'
import { hashOfToken } from '../factors/challenge.ts'

/** From one network address. The attacker uses up this number and leaves that of the owner. */
const perOriginMax = 3
/** From all addresses together: the mailbox of the person is not flooded. */
const perHourMax = 12

/** Returns false at a limit. Otherwise anybody who knows the password could fill the person's mailbox. */
export async function countMailCode(
  tx: Tx,
  userId: string,
  address: string | undefined,
  now: Date,
): Promise<boolean> {
  const origin = hashOfToken(address ?? 'none').toString('hex')
  const recent = sql`unnest(mail_codes_at, mail_code_origins) as sent (sent_at, origin)
    where sent_at > ${after(now, -hoursMs(1))}::timestamptz`
  const { numAffectedRows } = await sql`
    update identity.users
    set mail_codes_at = array(select sent_at from ${recent}) || ${now}::timestamptz,
        mail_code_origins = array(select origin from ${recent}) || ${origin}::text
    where id = ${userId}
      and (select count(*) from ${recent}) < ${perHourMax}
      and (select count(*) from ${recent} and origin = ${origin}) < ${perOriginMax}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Returns the person that the code was mailed to, while the code is valid. */
export async function findMailCode(
  conn: Conn,
  codeHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from identity.challenges
    where token_hash = ${codeHash} and purpose = 'mail_code' and used_at is null and expires_at > ${now}
  `.execute(conn)
  return rows[0]?.user_id
}

export async function hasMailCode(conn: Conn, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from identity.challenges
    where user_id = ${userId} and purpose = 'mail_code' and used_at is null and expires_at > ${now}
    limit 1
  `.execute(conn)
  return rows.length > 0
}

/** Checks and uses the code in one statement: of many simultaneous uses, one wins. */
export async function takeMailCode(
  tx: Tx,
  userId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity.challenges set used_at = ${now}
    where token_hash = ${codeHash} and user_id = ${userId} and purpose = 'mail_code'
      and used_at is null and expires_at > ${now}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Call this after a password change: whoever used the codes up does not know the new password. */
export async function forgetMailCodes(tx: Tx, userId: string): Promise<void> {
  await sql`
    update identity.users set mail_codes_at = '{}', mail_code_origins = '{}' where id = ${userId}
  `.execute(tx)
  await sql`
    delete from identity.challenges where user_id = ${userId} and purpose = 'mail_code'
  `.execute(tx)
}
