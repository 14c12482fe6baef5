import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { LoggedEvent } from '#platform/outbox'
import type { Deps } from './deps.ts'
import { keyOf, type OpenStep } from './open-step.ts'
import type { Output } from './run.ts'

/** The mails and the step are one transaction, so that there are never two of them. */
export async function notify(
  deps: Deps,
  tx: Tx,
  step: OpenStep,
  { subject, message }: { readonly subject: string; readonly message: string },
  now: Date,
): Promise<Output> {
  const { run, rule, event } = step
  const admins = await deps.adminsOf(tx, run.companyId)
  for (const { userId, email } of admins) {
    await enqueueMail(tx, {
      to: email,
      subject,
      text: letter(rule.automationName, message, event),
      dedupeKey: `${keyOf(step)}/${userId}`,
      now,
    })
  }
  return { action: 'notify', people: admins.length }
}

function letter(name: string, message: string, { type, entity, occurredAt }: LoggedEvent): string {
  return `${message}

The automation "${name}" sent this for ${type} of ${entity.type} ${entity.id} at ${occurredAt.toISOString()}.
`
}
