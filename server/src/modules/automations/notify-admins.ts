import { newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Deps } from './deps.ts'
import { insertNotices } from './notice-store.ts'
import type { Run } from './run.ts'

/** What the service itself has to say about a rule, and the run that it was seen at. */
export type Told = {
  readonly run: Pick<Run, 'companyId' | 'automationId' | 'id' | 'eventType'>
  readonly automationName: string
  readonly subject: string
  readonly message: string
  /** Told once for each of these. */
  readonly key: string
  readonly now: Date
}

/** No action has this place: it is what the rule as a whole has come to. */
const ofTheRule = 0

/** Participant. The administrators of the company are told, in the product and by mail; whoever published it is one of them. */
export async function notifyAdmins(
  { adminsOf }: Pick<Deps, 'adminsOf'>,
  tx: Tx,
  { run, automationName, subject, message, key, now }: Told,
): Promise<void> {
  const { companyId, automationId, eventType } = run
  const admins = await adminsOf(tx, companyId)
  const notices = admins.map(({ userId }) => ({
    id: newId('ntc', now),
    userId,
    subject,
    message,
  }))
  const about = { type: 'automation', id: automationId }
  const place = { companyId, runId: run.id, stepId: ofTheRule, automationId, automationName }
  await insertNotices(tx, { ...place, eventType, entity: about }, notices, now)
  for (const { userId, email } of admins) {
    enqueueMail(tx, {
      to: email,
      subject,
      text: `${message}\n`,
      dedupeKey: `automations.${key}/${userId}`,
      now,
    })
  }
}
