import { newId } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { Tx } from '#platform/db'
import { formatInstant } from '#platform/locale'
import { enqueueMail } from '#platform/mail'
import type { LoggedEvent } from '#platform/outbox'
import type { Letter } from '#platform/texts'
import type { Deps } from '../deps.ts'
import { type Action, noticeWays } from '../editing/automation.ts'
import { writeMail } from '../mails.ts'
import type { Output } from '../running/run.ts'
import { insertNotices } from './notice-store.ts'
import { keyOf, type OpenStep } from './open-step.ts'

/** The notice and the step are one transaction, so that nobody gets it twice. */
export async function notify(
  deps: Deps,
  tx: Tx,
  step: OpenStep,
  { subject, message, by = noticeWays }: Extract<Action, { type: 'notify' }>,
  now: Date,
): Promise<Output> {
  const { run, rule, event } = step
  const admins = await deps.adminsOf(tx, run.companyId)
  if (by.includes('in_app')) {
    const notices = admins.map(({ userId }) => ({
      id: newId('ntc', now),
      userId,
      subject,
      message,
    }))
    const { companyId, automationId } = run
    const place = { companyId, runId: run.id, stepId: step.stepId, automationId }
    const about = { eventType: event.type, entity: event.entity }
    const { automationName } = rule
    await insertNotices(tx, { ...place, ...about, automationName }, notices, now)
  }
  if (!by.includes('email')) return { action: 'notify', people: admins.length, by }
  for (const { userId, email, locale } of admins) {
    enqueueMail(tx, {
      to: email,
      ...letterOf({ subject, message, name: rule.automationName, event }, locale),
      dedupeKey: `${keyOf(step)}/${userId}`,
      now,
    })
  }
  return { action: 'notify', people: admins.length, by }
}

type Facts = {
  readonly subject: string
  readonly message: string
  readonly name: string
  readonly event: LoggedEvent
}

/** The company wrote the message itself, so it has one language. The sentence below it has that of the reader. */
function letterOf({ subject, message, name, event }: Facts, locale: Locale): Letter {
  const { type, entity, occurredAt } = event
  const values = {
    name,
    event: type,
    entity: `${entity.type} ${entity.id}`,
    at: formatInstant(locale, occurredAt),
  }
  const sentence = writeMail(locale, 'sent_by', { ...values, message: '' }).trim()
  return {
    locale,
    subject,
    text: writeMail(locale, 'sent_by', { ...values, message }),
    parts: [{ text: message, quote: message }, sentence],
  }
}
