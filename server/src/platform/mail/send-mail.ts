import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import type { Tx } from '#platform/db'
import { defineJob, enqueue } from '#platform/jobs'
import type { Seal } from '#platform/seal'
import type { Letter } from '#platform/texts'
import { htmlOfLetter } from './html-of-letter.ts'
import { oneLine } from './one-line.ts'

/** The longest pause between two attempts is an hour. So many attempts cover about two days without a mail server. */
const attemptsMax = 60

export const SendMail = defineJob({
  name: 'platform.send_mail',
  payload: Type.Object({
    to: Type.String(),
    subject: Type.String(),
    /** Sealed for `placeOf(dedupeKey)` when `sealed` is true. */
    text: Type.String(),
    /** Sealed for `htmlPlaceOf(dedupeKey)` when `sealed` is true. */
    html: Type.Optional(Type.String()),
    sealed: Type.Boolean(),
    dedupeKey: Type.String(),
    usefulUntil: Type.Optional(Type.String()),
    replyTo: Type.Optional(Type.String()),
    thread: Type.Optional(Type.String()),
  }),
  leaseSeconds: 60,
  attemptsMax,
  poison: 'set_aside',
})

export type Mail = Letter & {
  readonly to: string
  /** Two mails with one key are one mail: while the first waits, the second is not written. Both have one Message-ID. */
  readonly dedupeKey: string
  readonly now: Date
  /** For a mail with a secret: it is stored sealed until it is sent. */
  readonly seal?: Seal
  /** The address to which a reply goes, in place of the sender's. */
  readonly replyTo?: string
  /** Mail programs show the mails of one thread together. */
  readonly thread?: string
  /** A mail is not sent after this time, because it would be useless. */
  readonly usefulUntil?: Date
}

/** Exactly one address: no list, no name, no line break. */
const addressShape = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/

/** Sends the mail if, and only if, the transaction commits. A duplicate of a mail that is being sent may be sent again. */
export function enqueueMail(tx: Tx, mail: Mail): void {
  const { to, subject, text, dedupeKey, now, seal, usefulUntil, replyTo, thread } = mail
  const html = htmlOfLetter(mail)
  for (const address of [to, replyTo ?? to]) {
    if (!addressShape.test(address) || address.length > 254) {
      throw new Error('A mail needs one plain address.')
    }
  }
  enqueue(
    tx,
    SendMail,
    {
      to,
      subject: oneLine(subject).slice(0, 200),
      text: seal ? seal.seal(text, placeOf(dedupeKey)) : text,
      html: seal ? seal.seal(html, htmlPlaceOf(dedupeKey)) : html,
      sealed: seal !== undefined,
      dedupeKey,
      ...(usefulUntil ? { usefulUntil: usefulUntil.toISOString() } : {}),
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(thread === undefined ? {} : { thread }),
    },
    { now, id: jobIdOf(dedupeKey) },
  )
}

export const placeOf = (dedupeKey: string): string => `platform|mail|${dedupeKey}`

export const htmlPlaceOf = (dedupeKey: string): string => `platform|mail-html|${dedupeKey}`

/** Hexadecimal digits are valid characters of an id too. */
function jobIdOf(dedupeKey: string): Id<'job'> {
  return `job_${digestOf(dedupeKey).slice(0, 26)}`
}

export function digestOf(dedupeKey: string): string {
  return createHash('sha256').update(dedupeKey).digest('hex')
}
