import type { Clock } from '#kernel/time'
import { handle, type JobHandler } from '#platform/jobs'
import type { Seal } from '#platform/seal'
import type { Log } from '#platform/telemetry'
import { digestOf, htmlPlaceOf, placeOf, SendMail } from './send-mail.ts'
import { createSmtpTransport, MailRefused } from './transport.ts'

export type MailJobsOptions = {
  readonly smtpUrl: string | undefined
  readonly from: string | undefined
  readonly seal: Seal
  readonly now: Clock
  readonly log: Pick<Log, 'warn' | 'error'>
}

/**
 * Without a mail server no worker takes these jobs. They wait, and the health section shows them. A job may run twice when a
 * process dies after the server has accepted the mail. Both mails have one Message-ID, so mail programs recognise the duplicate.
 */
export function mailJobs({ smtpUrl, from, seal, now, log }: MailJobsOptions): JobHandler[] {
  if (smtpUrl === undefined || from === undefined) return []
  const transport = createSmtpTransport(smtpUrl, from)
  const domain = from.replace(/.*@/, '').replace(/>$/, '')
  return [
    handle(SendMail, async ({ to, subject, text, html, sealed, usefulUntil, ...mail }) => {
      const { dedupeKey, replyTo, thread } = mail
      if (usefulUntil !== undefined && new Date(usefulUntil) <= now()) {
        log.warn(
          { mail: digestOf(dedupeKey).slice(0, 12) },
          'A mail was not sent: its time was over.',
        )
        return
      }
      try {
        await transport.send({
          to,
          subject,
          text: sealed ? seal.open(text, placeOf(dedupeKey)) : text,
          html: sealed && html !== undefined ? seal.open(html, htmlPlaceOf(dedupeKey)) : html,
          messageId: messageIdOf(dedupeKey, domain),
          replyTo,
          references: thread === undefined ? undefined : messageIdOf(thread, domain),
        })
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error
        log.error({ err: error, mail: digestOf(dedupeKey).slice(0, 12) }, 'A mail was refused.')
      }
    }),
  ]
}

/** The Message-ID of a mail. The first one of a thread need not exist: it only names the thread. */
function messageIdOf(key: string, domain: string): string {
  return `<${digestOf(key).slice(0, 40)}@${domain}>`
}
