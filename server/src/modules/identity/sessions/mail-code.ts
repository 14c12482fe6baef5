import { after, minutesMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Seal } from '#platform/seal'
import { challengeMinutes, hashOfToken, randomToken } from './challenge.ts'
import { countMailCode } from './mail-code-store.ts'
import type { SignInRecord } from './session.ts'

/** Why a sign-in accepts a code by mail. */
export type MailReason = 'password_attacked' | 'totp_locked'

const reasons: Readonly<Record<MailReason, string>> = {
  password_attacked:
    'Somebody tried many passwords for your account, so this sign-in needs a code as well.',
  totp_locked:
    'Your authenticator app is locked because of too many wrong codes. You can sign in with this code instead.',
}

/** Returns the code, or undefined if the account has reached its hourly limit. */
export async function mailSignInCode(
  { seal }: { readonly seal: Seal },
  tx: Tx,
  { userId, email }: SignInRecord,
  reason: MailReason,
  now: Date,
): Promise<string | undefined> {
  if (!(await countMailCode(tx, userId, now))) return undefined
  const code = randomToken()
  enqueueMail(tx, {
    to: email,
    subject: 'Your code to sign in',
    text: `${reasons[reason]}\n\nThe code, for the next ${challengeMinutes} minutes:\n\n${code}\n\nIf you are not signing in just now, somebody knows your password: change it.`,
    dedupeKey: `identity/sign-in-code/${hashOfToken(code).toString('hex')}`,
    usefulUntil: after(now, minutesMs(challengeMinutes)),
    seal,
    now,
  })
  return code
}
