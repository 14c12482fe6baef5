import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import { SendMail } from './send-mail.ts'

/** Mail to this address that waits or was given up is not sent any more. */
export async function forgetMail(tx: Tx, address: string): Promise<void> {
  await sql`
    delete from platform.jobs
    where name = ${SendMail.name} and lower(payload ->> 'to') = lower(${address})
  `.execute(tx)
}
