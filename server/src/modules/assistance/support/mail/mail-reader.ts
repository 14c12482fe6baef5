import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Compute, ComputeStopped } from '#platform/compute'
import type { MailAnswer, ParsedMail } from './parse-mail.ts'

/** Reads mails in a child process with limits for its time and its memory. */
export type MailReader = {
  /** `owner` is the company: companies take turns. Throws `MailUnreadable`, and `ComputeStopped` if it should be tried again. */
  read(owner: string, raw: Buffer): Promise<ParsedMail>
}

/** The mail is malformed, or takes too much time or memory. Another attempt would not help. */
export class MailUnreadable extends Error {
  override readonly name = 'MailUnreadable'
}

const answerShape = Compile(
  Type.Union([
    Type.Object({ problem: Type.String() }),
    Type.Object({
      mail: Type.Object({
        from: Type.Optional(Type.String()),
        messageId: Type.Optional(Type.String()),
        text: Type.String(),
        whole: Type.Optional(Type.String()),
        files: Type.Array(
          Type.Object({ name: Type.Optional(Type.String()), content: Type.String() }),
        ),
        isAutomatic: Type.Boolean(),
      }),
    }),
  ]),
)

const limits = {
  childrenMax: 1,
  waitingMax: 20,
  waitingPerOwnerMax: 10,
  cpuMs: 5_000,
  wallMs: 20_000,
  heapMaxMb: 256,
  memoryMaxMb: 512,
  // Files of 10 MB in base 64, and the text.
  answerBytesMax: 32_000_000,
}

export function createMailReader(compute: Compute, lower: Partial<typeof limits> = {}): MailReader {
  const pool = compute.openPool<{ readonly raw: string }, MailAnswer>({
    name: 'support_mails',
    entry: new URL('./mail-child.ts', import.meta.url),
    setup: null,
    isAnswer: (value): value is MailAnswer => answerShape.Check(value),
    limits: { ...limits, ...lower },
  })
  return {
    read: async (owner, raw) => {
      const answer = await pool
        .ask(owner, { raw: raw.toString('base64') })
        .catch((error: unknown) => {
          if (
            error instanceof ComputeStopped &&
            (error.why === 'timeout' || error.why === 'memory')
          )
            throw new MailUnreadable('The mail takes too long to read.')
          throw error
        })
      if ('problem' in answer) throw new MailUnreadable(answer.problem)
      return answer.mail
    },
  }
}
