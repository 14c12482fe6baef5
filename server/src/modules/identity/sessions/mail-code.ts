import { after, minutesMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Seal } from '#platform/seal'
import { writeLetter } from '#platform/texts'
import { writeMail } from '../mails.ts'
import { challengeMinutes, hashOfToken, randomToken } from './challenge.ts'
import { countMailCode } from './mail-code-store.ts'
import type { SignInRecord } from './session.ts'

/** Why a sign-in accepts a code by mail. */
export type MailReason = 'password_attacked' | 'totp_locked'

/** Returns the code, or undefined if the account has reached its hourly limit. */
export async function mailSignInCode(
  { seal }: { readonly seal: Seal },
  tx: Tx,
  { userId, email, locale }: SignInRecord,
  reason: MailReason,
  now: Date,
): Promise<string | undefined> {
  if (!(await countMailCode(tx, userId, now))) return undefined
  const code = randomToken()
  enqueueMail(tx, {
    to: email,
    ...writeLetter(writeMail, locale, 'sign_in_code', {
      reason: writeMail(locale, `sign_in_code.${reason}`),
      minutes: challengeMinutes,
      code,
    }),
    dedupeKey: `identity/sign-in-code/${hashOfToken(code).toString('hex')}`,
    usefulUntil: after(now, minutesMs(challengeMinutes)),
    seal,
    now,
  })
  return code
}
