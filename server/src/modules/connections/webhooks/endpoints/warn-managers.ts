import type { Locale } from '#kernel/locale'
import { daysMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { formatInstant } from '#platform/locale'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { type Letter, writeLetter } from '#platform/texts'
import type { Failing } from '../deliveries/queue-store.ts'
import { writeMail } from '../mails.ts'
import { hopeless, warnAtPercent } from './endpoint.ts'
import { getEndpoint } from './endpoint-store.ts'
import { markWarned } from './warning-store.ts'

/** Mails the managers of the company when their webhooks fail, because the webhook itself cannot. */
export type NotifyAdmins = (conn: Conn, companyId: string) => Promise<readonly Reader[]>

type Deps = { readonly database: Database; readonly adminsOf: NotifyAdmins }
type EndpointKey = { readonly companyId: string; readonly endpointId: string }

/** A cheap check before the database is asked: half of the failures over half of the time. */
export function looksWorrying(failing: Failing, now: Date): boolean {
  const { failures, failingSince, warnedPercent } = failing
  return (
    failingSince !== undefined &&
    warnedPercent < Math.max(...warnAtPercent) &&
    failures >= hopeless.failures / 2 &&
    now.getTime() - failingSince.getTime() >= hopeless.failingForMs / 2
  )
}

/**
 * Warns once at each of 50, 70 and 90 % of the way to being disabled, until a delivery succeeds or somebody enables
 * the endpoint.
 */
export async function warnOfDisabling(
  { database, adminsOf }: Deps,
  { companyId, endpointId }: EndpointKey,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    const percent = await markWarned(tx, companyId, endpointId, now)
    if (percent === undefined) return
    const { name, health } = await getEndpoint(tx, companyId, endpointId)
    recordAudit(tx, {
      companyId,
      action: 'webhooks.endpoint_failing_announced',
      target: { type: 'webhook', id: endpointId },
      outcome: 'done',
      details: { percent, failures: health.failures },
      now,
    })
    await notifyAdmins(tx, adminsOf, {
      companyId,
      letterIn: (locale) =>
        writeLetter(writeMail, locale, 'failing', {
          name: oneLine(name),
          failures: health.failures,
          since: formatInstant(locale, health.failingSince ?? now),
          days: hopeless.withoutSuccessMs / daysMs(1),
          percent,
        }),
      dedupeKey: `webhooks.endpoint_failing/${endpointId}/${health.failingSince?.getTime()}/${percent}`,
      now,
    })
  })
}

type AdminMail = {
  readonly companyId: string
  readonly letterIn: (locale: Locale) => Letter
  readonly dedupeKey: string
  readonly now: Date
}

export async function notifyAdmins(
  tx: Tx,
  adminsOf: NotifyAdmins,
  { companyId, letterIn, dedupeKey, now }: AdminMail,
): Promise<void> {
  for (const { userId, email, locale } of await adminsOf(tx, companyId)) {
    enqueueMail(tx, {
      to: email,
      ...letterIn(locale),
      dedupeKey: `${dedupeKey}/${userId}`,
      now,
    })
  }
}
