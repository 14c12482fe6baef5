import PostalMime, { type Email } from 'postal-mime'
import { mailTextMax } from '../tickets/ticket.ts'
import { withoutQuote } from './quoted-text.ts'
import { textOfHtml } from './text-of-html.ts'

/** A mail, as the child process answers it. */
export type ParsedMail = {
  readonly from?: string
  readonly messageId?: string
  /** What the person wrote, without the quoted mail and the signature. */
  readonly text: string
  /** The beginning of the whole text, if the person's own text is only a part of it. */
  readonly whole?: string
  /** Files with their content in base 64. */
  readonly files: readonly { readonly name?: string; readonly content: string }[]
  /** Nobody wrote it: a program answers, or a list forwards. */
  readonly isAutomatic: boolean
}

/** A mail that cannot be read has a problem instead. */
export type MailAnswer = { readonly mail: ParsedMail } | { readonly problem: string }

const nestingMax = 20
const headerBytesMax = 262_144
const partsMax = 100
/** The characters of a text in which quotes and a signature are searched. A message has far fewer. */
const readMax = 200_000

/** Only the child process calls it: a mail of 15 MB with short lines takes minutes to parse. */
export async function parseMail(raw: Buffer): Promise<MailAnswer> {
  if (countBoundaries(raw) > partsMax) return { problem: 'The mail has too many parts.' }
  try {
    const email = await PostalMime.parse(raw, {
      maxNestingDepth: nestingMax,
      maxHeadersSize: headerBytesMax,
      forceRfc822Attachments: true,
      attachmentEncoding: 'base64',
    })
    return { mail: mailOf(email) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'The mail is malformed.' }
  }
}

function mailOf(email: Email): ParsedMail {
  const { messageId } = email
  const from = email.from?.address?.toLowerCase()
  const whole = clean(email.text ?? textOfHtml(email.html ?? ''))
  const text = withoutQuote(whole.slice(0, readMax))
  return {
    ...(from !== undefined && { from }),
    ...(messageId !== undefined && { messageId }),
    text,
    ...(normaliseText(whole) !== text && {
      whole: normaliseText(whole).slice(0, mailTextMax).toWellFormed(),
    }),
    files: email.attachments.map(({ filename, content }) => ({
      ...(filename !== null && { name: filename }),
      content: String(content),
    })),
    isAutomatic: isAutomatic(email),
  }
}

/** RFC 3834, and the headers that mailing lists and older programs send. */
function isAutomatic({ headers }: Email): boolean {
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

/** Line ends, and blank lines around the text, are no difference. */
function normaliseText(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
