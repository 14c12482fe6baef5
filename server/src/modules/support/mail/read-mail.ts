import type { Email } from 'postal-mime'
import { withoutQuote } from './quoted-text.ts'
import { textOfHtml } from './text-of-html.ts'

/** A mail that arrived, as far as the support desk uses it. */
export type ReadMail = {
  readonly from: string | undefined
  readonly messageId: string | undefined
  /** What the person wrote, without the quoted mail. */
  readonly text: string
  readonly files: readonly { readonly name: string | undefined; readonly content: Buffer }[]
  /** Nobody wrote it: a program answers, a list forwards, or it is one of our own. */
  readonly isAutomatic: boolean
}

/** The mail cannot be read, or has too many parts. */
export class MailUnreadable extends Error {
  override readonly name = 'MailUnreadable'
}

const nestingMax = 20
const headerBytesMax = 262_144
const partsMax = 100

/**
 * Reads a mail with limits for its nesting, headers and parts. `ownIds` recognises the Message-IDs of this service. The parser is
 * loaded at the first mail, because most installations take none.
 */
export async function readMail(
  raw: Buffer,
  ownIds: (messageId: string) => boolean,
): Promise<ReadMail> {
  if (countBoundaries(raw) > partsMax) throw new MailUnreadable('The mail has too many parts.')
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(raw, {
    maxNestingDepth: nestingMax,
    maxHeadersSize: headerBytesMax,
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  }).catch((error: unknown) => {
    throw new MailUnreadable(error instanceof Error ? error.message : 'The mail is malformed.')
  })
  const { messageId } = email
  return {
    from: email.from?.address?.toLowerCase(),
    messageId,
    text: withoutQuote(clean(email.text ?? textOfHtml(email.html ?? ''))),
    files: email.attachments.map(({ filename, content }) => ({
      name: filename ?? undefined,
      content: Buffer.from(content as ArrayBuffer),
    })),
    isAutomatic: isAutomatic(email, ownIds),
  }
}

/** RFC 3834, and the headers that mailing lists and older programs send. */
function isAutomatic({ headers, messageId }: Email, ownIds: (id: string) => boolean): boolean {
  if (messageId !== undefined && ownIds(messageId)) return true
  return headers.some(({ key, value }) => {
    const said = value.trim().toLowerCase()
    if (key === 'auto-submitted') return !/^no\b/.test(said)
    if (key === 'precedence') return /^(?:bulk|list|junk|auto_reply)\b/.test(said)
    if (key === 'return-path') return said === '<>'
    return key.startsWith('list-') || automaticHeaders.has(key)
  })
}

const automaticHeaders: ReadonlySet<string> = new Set([
  'x-autoreply',
  'x-autorespond',
  'x-auto-response-suppress',
  'x-loop',
  'feedback-id',
  'x-failed-recipients',
])

/** Lines that begin with two hyphens, as every part of a mail does. Texts have some, too. */
function countBoundaries(raw: Buffer): number {
  let count = 0
  for (let at = raw.indexOf('\n--'); at >= 0; at = raw.indexOf('\n--', at + 3)) count += 1
  return count
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
