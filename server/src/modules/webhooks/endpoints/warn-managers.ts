import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Failing } from '../deliveries/queue-store.ts'
import { hopeless, warnAtPercent } from './endpoint.ts'
import { getEndpoint } from './endpoint-store.ts'
import { markWarned } from './warning-store.ts'

/** Mails the managers of the company when their webhooks fail, because the webhook itself cannot. */
export type NotifyAdmins = (
  conn: Conn,
  companyId: string,
) => Promise<readonly { readonly userId: string; readonly email: string }[]>

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
      subject: `The webhook "${name}" fails`,
      text: letter(name, percent, health.failures, health.failingSince ?? now),
      dedupeKey: `webhooks.endpoint_failing/${endpointId}/${health.failingSince?.getTime()}/${percent}`,
      now,
    })
  })
}

type AdminMail = {
  readonly companyId: string
  readonly subject: string
  readonly text: string
  readonly dedupeKey: string
  readonly now: Date
}

export async function notifyAdmins(
  tx: Tx,
  adminsOf: NotifyAdmins,
  { companyId, dedupeKey, ...mail }: AdminMail,
): Promise<void> {
  for (const { userId, email } of await adminsOf(tx, companyId)) {
    enqueueMail(tx, { to: email, dedupeKey: `${dedupeKey}/${userId}`, ...mail })
  }
}

function letter(name: string, percent: number, failures: number, since: Date): string {
  const days = hopeless.withoutSuccessMs / 86_400_000
  return `The receiver of the webhook "${name}" has failed ${failures} times in a row, since ${since.toISOString()}.

After ${days} days without a success the service disables the webhook. It has reached ${percent} % of that limit. Nothing is lost: the service retries or keeps undelivered events, and you can replay them.

Read the answers of the receiver in the list of deliveries. Repair the receiver, then send a test.
`
}
