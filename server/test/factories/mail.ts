import { type Database, sql } from '#platform/db'
import { aSealOfTests } from './identity-service.ts'

/** Mails to this address that wait to be sent, oldest first, with sealed texts opened. */
export async function waitingMailTo(
  database: Database,
  email: string,
): Promise<{ subject: string; text: string }[]> {
  const { rows } = await sql<{ payload: Record<string, string> & { sealed: boolean } }>`
    select payload from platform.jobs
    where name = 'platform.send_mail' and payload ->> 'to' = ${email.toLowerCase()} order by created_at, id
  `.execute(database.pool)
  return rows.map(({ payload: { subject = '', text = '', sealed, dedupeKey } }) => ({
    subject,
    text: sealed ? aSealOfTests.open(text, `platform|mail|${dedupeKey}`) : text,
  }))
}
