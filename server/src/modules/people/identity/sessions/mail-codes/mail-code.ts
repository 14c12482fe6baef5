import { after, minutesMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { enqueueMail } from '#platform/mail'
import type { Seal } from '#platform/seal'
import { type TextArguments, writeLetter } from '#platform/texts'
import { writeMail } from '../../mails.ts'
import { hashOfToken, randomToken } from '../factors/challenge.ts'
import { insertChallenge } from '../factors/challenge-store.ts'
import type { SignInRecord } from '../session.ts'
import { countMailCode, hasMailCode } from './mail-code-store.ts'

/** Why a sign-in accepts a code by mail. */
export type MailReason = 'password_attacked' | 'totp_locked'

export type MailCodeDeps = {
  readonly seal: Seal
  /** The page where a person signs in with the password and the code of a mail. */
  readonly mailCodePageUrl: string
}

/**
 * As long as the window of the limit. If the limit refuses a mail, an earlier mail has a code that still works, unless
 * its reader used it: so the owner of the mailbox always gets in.
 */
const mailCodeMinutes = 60

/** Returns true if the person has a code to sign in with: in a new mail, or above a limit in an earlier one. */
export async function mailSignInCode(
  deps: MailCodeDeps,
  tx: Tx,
  person: SignInRecord,
  reason: MailReason,
  address: string | undefined,
  now: Date,
): Promise<boolean> {
  const { userId, locale } = person
  if (!(await countMailCode(tx, userId, address, now))) return hasMailCode(tx, userId, now)
  const because = writeMail(locale, `sign_in_code.${reason}`)
  await mailCode(deps, tx, person, { letter: 'sign_in_code', values: { reason: because } }, now)
  return true
}

type CodeLetter = {
  readonly letter: 'sign_in_code' | 'totp_locked'
  readonly values: TextArguments
}

/** Mails a new code and its link. The code belongs to the person, works once, and needs the password. */
export async function mailCode(
  { seal, mailCodePageUrl }: MailCodeDeps,
  tx: Tx,
  { userId, email, locale }: SignInRecord,
  { letter, values }: CodeLetter,
  now: Date,
): Promise<void> {
  const code = randomToken()
  const tokenHash = hashOfToken(code)
  const expiresAt = after(now, minutesMs(mailCodeMinutes))
  const nothing = { sessionId: undefined, nonce: undefined }
  await insertChallenge(tx, { tokenHash, purpose: 'mail_code', userId, ...nothing }, expiresAt, now)
  // Behind the `#` the code reaches the page and no server log.
  const address = `${mailCodePageUrl}#token=${code}`
  enqueueMail(tx, {
    to: email,
    ...writeLetter(writeMail, locale, letter, {
      ...values,
      code,
      address,
      minutes: mailCodeMinutes,
    }),
    button: { label: writeMail(locale, 'mail_code.button'), address },
    dedupeKey: `identity/mail-code/${tokenHash.toString('hex')}`,
    // The notice of a lock is worth reading when its code has expired.
    ...(letter === 'sign_in_code' ? { usefulUntil: expiresAt } : {}),
    seal,
    now,
  })
}
