import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import { SendMail } from './send-mail.ts'

export type MailBacklog = {
  readonly waiting: number
  readonly failed: number
  readonly oldestAgeSeconds: number
}

/** Mail that has not been sent yet, and mail that was given up. */
export async function mailBacklog(conn: Conn, now: Date): Promise<MailBacklog> {
  const { rows } = await sql<{ waiting: number; failed: number; oldest: Date | null }>`
    select count(*) filter (where state in ('PENDING', 'RETRYING', 'LEASED')) as waiting,
           count(*) filter (where state = 'EXHAUSTED') as failed,
           min(created_at) filter (where state in ('PENDING', 'RETRYING', 'LEASED')) as oldest
    from platform.jobs where name = ${SendMail.name}
  `.execute(conn)
  const { waiting = 0, failed = 0, oldest = null } = rows[0] ?? {}
  const ageMs = oldest ? now.getTime() - oldest.getTime() : 0
  return { waiting, failed, oldestAgeSeconds: Math.max(0, Math.round(ageMs / 1_000)) }
}
