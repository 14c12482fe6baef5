import { Type } from 'typebox'
import type { Locale } from '#kernel/locale'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import { defineJob, enqueue, handle, type JobHandler } from '#platform/jobs'
import { enqueueMail } from '#platform/mail'
import { type Letter, writeLetter } from '#platform/texts'
import { fail } from '../../failures.ts'
import { writeMail } from '../../mails.ts'
import { hashOfToken, randomToken } from '../factors/challenge.ts'
import { findForSignIn, replacePassword } from '../session-store.ts'
import { afterPasswordChange, assertPasswordAllowed, type PasswordDeps } from './change-password.ts'
import { countResetsSince, findReset, insertReset, takeReset } from './reset-store.ts'

const validMinutes = 30
const perHourMax = 3

const SendPasswordReset = defineJob({
  name: 'identity.send_password_reset',
  payload: Type.Object({ emailSealed: Type.String() }),
  leaseSeconds: 30,
  attemptsMax: 10,
  poison: 'set_aside',
})

const place = 'identity|password reset request'

/**
 * Does not disclose whether the person exists: for every address, the request writes one row and gets the same
 * answer. A worker then looks the person up.
 */
export async function requestPasswordReset(deps: PasswordDeps, email: string): Promise<void> {
  const now = deps.now()
  const emailSealed = deps.seal.seal(email.trim().toLowerCase(), place)
  await deps.database.transaction(async (tx) =>
    enqueue(tx, SendPasswordReset, { emailSealed }, { now }),
  )
}

/** If it runs twice it sends two mails, and only the later code works. */
export function passwordResetJobs(deps: PasswordDeps, pageUrl: string): JobHandler[] {
  return [
    handle(SendPasswordReset, ({ emailSealed }) =>
      sendReset(deps, deps.seal.open(emailSealed, place), pageUrl),
    ),
  ]
}

async function sendReset(deps: PasswordDeps, email: string, pageUrl: string): Promise<void> {
  const { database, seal } = deps
  const now = deps.now()
  const person = await findForSignIn(database.pool, { email })
  if (!person) return
  const { userId, companyId } = person
  const sent = await countResetsSince(database.pool, userId, after(now, -hoursMs(1)))
  if (sent >= perHourMax) return
  const token = randomToken()
  const expiresAt = after(now, minutesMs(validMinutes))
  await database.transaction(async (tx) => {
    await insertReset(tx, { tokenHash: hashOfToken(token), userId, expiresAt }, now)
    recordAudit(tx, {
      companyId,
      action: 'identity.password_reset_requested',
      target: { type: 'person', id: userId },
      outcome: 'done',
      now,
    })
    enqueueMail(tx, {
      to: person.email,
      ...letterOf(person.locale, token, pageUrl),
      dedupeKey: `identity/password-reset/${hashOfToken(token).toString('hex')}`,
      usefulUntil: expiresAt,
      seal,
      now,
    })
  })
}

/** Behind the `#` the token reaches the page and no server log. */
function letterOf(locale: Locale, token: string, pageUrl: string): Letter {
  const address = `${pageUrl}#token=${token}`
  return {
    ...writeLetter(writeMail, locale, 'password_reset', { address, minutes: validMinutes }),
    button: { label: writeMail(locale, 'password_reset.button'), address },
  }
}

/** Sets a new password and nothing else: a second factor stays, and nobody is signed in. */
export async function resetPassword(
  deps: PasswordDeps,
  input: { readonly token: string; readonly newPassword: string },
): Promise<void> {
  const { database, passwords } = deps
  const tokenHash = hashOfToken(input.token.trim())
  const userId = await findReset(database.pool, tokenHash, deps.now())
  const person = userId && (await findForSignIn(database.pool, { userId }))
  if (!person) throw fail('reset_token_refused')
  // This comes before the token is used up, so that the person may try another password with it.
  await assertPasswordAllowed(deps, person, input.newPassword)
  const fresh = await passwords.hash(input.newPassword)
  const now = deps.now()
  await database.transaction(async (tx) => {
    if (!(await takeReset(tx, tokenHash, now))) throw fail('reset_token_refused')
    await replacePassword(tx, person.userId, undefined, fresh)
    await afterPasswordChange(deps, tx, person, undefined, now)
    recordAudit(tx, {
      companyId: person.companyId,
      action: 'identity.password_reset',
      target: { type: 'person', id: person.userId },
      outcome: 'done',
      now,
    })
  })
}
