import { sql } from 'kysely'
import { after, hoursMs } from '#kernel/time'
import type { Tx } from '#platform/db'

const perHourMax = 3

/** Returns false at the limit. Otherwise anybody who knows the password could fill the person's mailbox. */
export async function countMailCode(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const recent = sql`array(select sent_at from unnest(mail_codes_at) sent_at
    where sent_at > ${after(now, -hoursMs(1))}::timestamptz)`
  const { numAffectedRows } = await sql`
    update identity.users set mail_codes_at = ${recent} || ${now}::timestamptz
    where id = ${userId} and cardinality(${recent}) < ${perHourMax}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Call this after a password change: whoever used the codes up does not know the new password. */
export async function forgetMailCodes(tx: Tx, userId: string): Promise<void> {
  await sql`update identity.users set mail_codes_at = '{}' where id = ${userId}`.execute(tx)
}
