import { type Database, sql } from '#platform/db'
import { aSealOfTests } from './identity-service.ts'

/** The code that the last mail to this address holds, as its reader finds it. */
export async function mailedInvitation(database: Database, email: string): Promise<string> {
  const { rows } = await sql<{ payload: { text: string; dedupeKey: string } }>`
    select payload from platform.jobs
    where name = 'platform.send_mail' and payload->>'to' = ${email}
    order by created_at desc, id desc limit 1
  `.execute(database.pool)
  const payload = rows[0]?.payload
  if (!payload) throw new Error(`no mail went to ${email}`)
  const text = aSealOfTests.open(payload.text, `platform|mail|${payload.dedupeKey}`)
  const [token] = /pvi_[A-Za-z0-9_-]+/.exec(text) ?? []
  if (!token) throw new Error('the mail holds no invitation')
  return token
}
