import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import type { Tx } from '#platform/db'
import { defineJob, enqueue } from '#platform/jobs'
import type { Seal } from '#platform/seal'

/** The longest wait between two attempts is an hour: this is about two days of a server that is away. */
const attemptsMax = 60

export const SendMail = defineJob({
  name: 'platform.send_mail',
  payload: Type.Object({
    to: Type.String(),
    subject: Type.String(),
    /** Sealed for `placeOf(dedupeKey)` where `sealed` says so. */
    text: Type.String(),
    sealed: Type.Boolean(),
    dedupeKey: Type.String(),
    usefulUntil: Type.Optional(Type.String()),
  }),
  leaseSeconds: 60,
  attemptsMax,
  poison: 'set_aside',
})

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Two mails with one key are one: while the first waits the second is not written, and both bear one Message-ID. */
  readonly dedupeKey: string
  readonly now: Date
  /** For a text that holds a secret: it lies sealed until it is sent. */
  readonly seal?: Seal
  /** What comes later than this helps nobody, and is not sent. */
  readonly usefulUntil?: Date
}

/** One address and nothing else: no list, no name, no line of its own. */
const addressShape = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/

/** Sent if, and only if, the transaction commits. A twin of a mail that is being sent may be sent again. */
export function enqueueMail(tx: Tx, mail: Mail): void {
  const { to, subject, text, dedupeKey, now, seal, usefulUntil } = mail
  if (!addressShape.test(to) || to.length > 254) throw new Error('A mail needs one plain address.')
  enqueue(
    tx,
    SendMail,
    {
      to,
      subject: subject.replace(/\s+/g, ' ').slice(0, 200),
      text: seal ? seal.seal(text, placeOf(dedupeKey)) : text,
      sealed: seal !== undefined,
      dedupeKey,
      ...(usefulUntil ? { usefulUntil: usefulUntil.toISOString() } : {}),
    },
    { now, id: jobIdOf(dedupeKey) },
  )
}

export const placeOf = (dedupeKey: string): string => `platform|mail|${dedupeKey}`

/** Hexadecimal digits are letters of an id too. */
function jobIdOf(dedupeKey: string): Id<'job'> {
  return `job_${digestOf(dedupeKey).slice(0, 26)}`
}

export function digestOf(dedupeKey: string): string {
  return createHash('sha256').update(dedupeKey).digest('hex')
}
