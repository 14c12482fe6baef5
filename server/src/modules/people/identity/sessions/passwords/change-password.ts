import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { fail } from '../../failures.ts'
import { writeMail } from '../../mails.ts'
import { findCompany } from '../../members/companies/company-store.ts'
import { forgetMailCodes } from '../mail-codes/mail-code-store.ts'
import type { SignInRecord } from '../session.ts'
import { findForSignIn, markAuthenticated, replacePassword } from '../session-store.ts'
import type { Origin, SignInDeps } from '../sign-in.ts'
import type { CredentialsChanged } from './credentials-changed.ts'
import { assertPasswordStrong } from './password-policy.ts'
import { voidResets } from './reset-store.ts'

export type PasswordDeps = SignInDeps & { readonly changed: CredentialsChanged }

/** Ends all other sessions and mails the person, who thus notices a change by somebody else. */
export async function changePassword(
  deps: PasswordDeps,
  actor: Actor,
  input: { readonly currentPassword: string; readonly newPassword: string },
  origin: Origin = {},
): Promise<void> {
  const attempt = { account: `password/${actor.id}`, address: origin.address }
  const person = await deps.throttle.guard(attempt, async () => {
    const known = await findForSignIn(deps.database.pool, { userId: actor.id })
    const matches = await deps.passwords.matches(input.currentPassword, known?.passwordHash)
    return matches ? known : undefined
  })
  if (!person) throw fail('current_password_wrong')
  if (input.newPassword === input.currentPassword) {
    throw fail('password_unacceptable', { problem: 'unchanged' })
  }
  await assertPasswordAllowed(deps, person, input.newPassword)
  const fresh = await deps.passwords.hash(input.newPassword)
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    if (!(await replacePassword(tx, person.userId, person.passwordHash, fresh))) {
      throw fail('current_password_wrong')
    }
    const { companyId, sessionId } = actor
    if (sessionId) await markAuthenticated(tx, companyId, sessionId, 'password', now)
    await afterPasswordChange(deps, tx, person, sessionId, now)
    recordAudit(tx, {
      companyId,
      actor,
      action: 'identity.password_changed',
      target: { type: 'person', id: person.userId },
      outcome: 'done',
      now,
    })
  })
}

/** The password must not repeat the words that its form shows, such as the e-mail address. */
export async function assertPasswordAllowed(
  { database }: Pick<PasswordDeps, 'database'>,
  { email, name, companyId }: Pick<SignInRecord, 'email' | 'name' | 'companyId'>,
  password: string,
): Promise<void> {
  const company = await findCompany(database.pool, companyId)
  assertPasswordStrong(password, { words: [email, name, company?.name ?? ''] })
}

/** The consequences of every password change. */
export async function afterPasswordChange(
  { changed }: Pick<PasswordDeps, 'changed'>,
  tx: Tx,
  { userId, email, locale }: SignInRecord,
  exceptSessionId: string | undefined,
  now: Date,
): Promise<void> {
  await voidResets(tx, userId, now)
  await forgetMailCodes(tx, userId)
  await changed.announce(tx, { userId, exceptSessionId, now })
  enqueueMail(tx, {
    to: email,
    ...writeLetter(writeMail, locale, 'password_changed'),
    dedupeKey: `identity/password-changed/${userId}/${now.getTime()}`,
    now,
  })
}
