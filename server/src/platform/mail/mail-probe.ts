import type { Database } from '#platform/db'
import { countOf, type Probe, problemIf, secondsBefore } from '#platform/health'
import { mailBacklog } from './backlog.ts'

type Parts = {
  readonly database: Database
  readonly now: () => Date
  /** A mail server is configured. */
  readonly canSend: boolean
}

/** A mail may wait so many seconds before the section reports a problem. */
const mailWaitsSecondsMax = 300

/** Reports mails that wait for their server, and mails that were given up. */
export function mailProbe({ database, now, canSend }: Parts): Probe {
  return {
    name: 'mail',
    surfaces: ['ops', 'detailed'],
    headline: 'waiting',
    read: async () => {
      const at = now()
      const since = (seconds: number) => secondsBefore(at, seconds)
      const metrics = await mailBacklog(database.pool, at)
      const { waiting, failed, oldestAgeSeconds, oldestFailedAgeSeconds } = metrics
      const isLate = waiting > 0 && (!canSend || oldestAgeSeconds > mailWaitsSecondsMax)
      return {
        metrics,
        problems: [
          ...problemIf(isLate, {
            code: canSend ? 'mail.behind' : 'mail.no-server',
            message: canSend
              ? `${countOf(waiting, 'mail waits; the mail server does not take it', 'mails wait; the mail server does not take them')}.`
              : `${countOf(waiting, 'mail waits', 'mails wait')}, because MAIL_SMTP_URL is not set.`,
            since: since(oldestAgeSeconds),
            action: canSend
              ? 'Check the mail server that MAIL_SMTP_URL names. They are sent by themselves once it answers.'
              : 'Set MAIL_SMTP_URL and MAIL_FROM. What waits is sent after the restart.',
          }),
          ...problemIf(failed > 0, {
            code: 'mail.given-up',
            message: `${countOf(failed, 'mail was given up after its last attempt', 'mails were given up after their last attempt')}.`,
            since: since(oldestFailedAgeSeconds),
            action:
              'GET /admin/jobs/given-up?job=platform.send_mail has the error of each. Fix the cause, then retry them.',
          }),
        ],
      }
    },
  }
}
