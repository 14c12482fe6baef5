import { newId } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Letter } from '#platform/texts'
import type { Deps } from '../deps.ts'
import type { Run } from '../running/run.ts'
import { insertNotices } from './notice-store.ts'

/** A notice of the service itself about a rule, and the run that caused it. */
export type RuleNotice = {
  readonly run: Pick<Run, 'companyId' | 'automationId' | 'id' | 'eventType'>
  readonly automationName: string
  /** The notice in a language. */
  readonly letterIn: (locale: Locale) => Letter
  /** One notice is sent for each key. */
  readonly key: string
  readonly now: Date
}

/** No action has this number: the notice is about the rule as a whole. */
const ofTheRule = 0

/**
 * A participant. Notifies the administrators of the company, in the product and by mail. The publisher is one of
 * them.
 */
export async function notifyAdmins(
  { adminsOf }: Pick<Deps, 'adminsOf'>,
  tx: Tx,
  { run, automationName, letterIn, key, now }: RuleNotice,
): Promise<void> {
  const { companyId, automationId, eventType } = run
  const admins = await adminsOf(tx, companyId)
  const notices = admins.map(({ userId, locale }) => {
    const { subject, text } = letterIn(locale)
    return { id: newId('ntc', now), userId, subject, message: text }
  })
  const about = { type: 'automation', id: automationId }
  const place = { companyId, runId: run.id, stepId: ofTheRule, automationId, automationName }
  await insertNotices(tx, { ...place, eventType, entity: about }, notices, now)
  for (const { userId, email, locale } of admins) {
    const letter = letterIn(locale)
    enqueueMail(tx, {
      to: email,
      ...letter,
      text: `${letter.text}\n`,
      dedupeKey: `automations.${key}/${userId}`,
      now,
    })
  }
}
