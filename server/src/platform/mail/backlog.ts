import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import { SendMail } from './send-mail.ts'

export type MailBacklog = {
  readonly waiting: number
  readonly failed: number
  readonly oldestAgeSeconds: number
  /** Age of the oldest mail that was given up. */
  readonly oldestFailedAgeSeconds: number
}

/** Mail that has not been sent yet, and mail that was given up. */
export async function mailBacklog(conn: Conn, now: Date): Promise<MailBacklog> {
  const { rows } = await sql<{
    waiting: number
    failed: number
    oldest: Date | null
    given_up: Date | null
  }>`
    select count(*) filter (where state in ('PENDING', 'RETRYING', 'LEASED')) as waiting,
           count(*) filter (where state = 'EXHAUSTED') as failed,
           min(created_at) filter (where state in ('PENDING', 'RETRYING', 'LEASED')) as oldest,
           min(coalesce(given_up_at, created_at)) filter (where state = 'EXHAUSTED') as given_up
    from platform.jobs where name = ${SendMail.name}
  `.execute(conn)
  const { waiting = 0, failed = 0, oldest = null, given_up = null } = rows[0] ?? {}
  const secondsSince = (instant: Date | null) =>
    instant ? Math.max(0, Math.round((now.getTime() - instant.getTime()) / 1_000)) : 0
  return {
    waiting,
    failed,
    oldestAgeSeconds: secondsSince(oldest),
    oldestFailedAgeSeconds: secondsSince(given_up),
  }
}
