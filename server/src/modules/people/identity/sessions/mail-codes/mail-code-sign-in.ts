import { fail } from '../../failures.ts'
import { hashOfToken } from '../factors/challenge.ts'
import { openSession, type SessionTokens } from '../open-session.ts'
import { findForSignIn } from '../session-store.ts'
import { auditRefusal, type Origin, rehash, type SignInDeps } from '../sign-in.ts'
import { findMailCode, takeMailCode } from './mail-code-store.ts'

/**
 * The link of a mail leads here, from any device. The code proves the mailbox and the password is still needed, so the
 * link alone opens nothing. A wrong password leaves the code valid.
 */
export async function signInByMailCode(
  deps: SignInDeps,
  input: { readonly code: string; readonly password: string },
  origin: Origin = {},
): Promise<SessionTokens> {
  const { database, passwords, throttle } = deps
  const codeHash = hashOfToken(input.code.trim())
  const userId = await findMailCode(database.pool, codeHash, deps.now())
  const owner = userId && (await findForSignIn(database.pool, { userId }))
  if (!owner) throw fail('mail_code_refused')
  const attempt = { account: owner.email.toLowerCase(), address: origin.address }
  const person = await throttle.guard(attempt, async () => {
    if (await passwords.matches(input.password, owner.passwordHash)) return owner
    await auditRefusal(deps, owner, 'identity.sign_in_refused')
    return undefined
  })
  if (!person) throw fail('current_password_wrong')
  await rehash(deps, person, input.password)
  const now = deps.now()
  const isFirst = await database.transaction((tx) => takeMailCode(tx, person.userId, codeHash, now))
  if (!isFirst) throw fail('mail_code_refused')
  return openSession(deps, person, ['password', 'mail_code'], now)
}
