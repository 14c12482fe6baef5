import { type Line, linesOf } from './lines.ts'

export type Part = { readonly start: number; readonly end: number }
/** The parts of a message that its writer has not written for us: headers, and what others wrote. */
export type MessageParts = {
  readonly headers: readonly Part[]
  /** What follows is a message of somebody else, or an older one. */
  readonly quoted: readonly Part[]
  /** Whether the writer passes the quoted message on as the own wish. */
  readonly isForwarded: boolean
}

const headerLine =
  /^[ \t>]{0,8}\*{0,2}(?:from|sent|to|cc|bcc|date|subject|reply-to|importance|attachments?|von|gesendet|an|kopie|betreff|betr\.|datum|antwort an|anlagen?)\*{0,2}[ \t]{0,2}:[ \t]/i
const subjectLine = /^[ \t>]{0,8}(?:subject|betreff|betr\.|re|aw|wg|fwd?)[ \t]{0,2}:[ \t]/i
const dividerLine =
  /^[ \t>]{0,8}(?:[-_=]{2,40}[ \t]{0,4}(?:original message|forwarded message|forwarded by|(?:ursprüngliche|weitergeleitete|originale?) ?nachricht|original-nachricht)|begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|_{10,})/i
const replyLine =
  /^[ \t>]{0,8}(?:on .{4,120} wrote|am .{4,120} schrieb .{0,120}|.{3,80} (?:wrote|schrieb))[ \t]{0,2}:[ \t]{0,4}$/i
const forwardWords =
  /\b(?:see below|below|forward(?:ed|ing)?|fyi|fwd?|siehe unten|unten(?: ?stehend\p{L}*)?|wg|weitergeleitet\p{L}*|weiterleitung|anbei|untenstehend\p{L}*)\b/iu

export function partsOf(text: string): MessageParts {
  const lines = linesOf(text)
  const headers: Part[] = []
  const quoted: Part[] = []
  const hasHeaderAt = (at: number) => headerLine.test(lines[at]?.text ?? '')
  let quoteFrom: number | undefined
  let hasDivider = false
  for (const [at, line] of lines.entries()) {
    const isDivider = dividerLine.test(line.text)
    const isReply = line.text.length < 260 && replyLine.test(line.text)
    const isHeader =
      (hasHeaderAt(at) && (hasHeaderAt(at - 1) || hasHeaderAt(at + 1))) ||
      subjectLine.test(line.text)
    if (isDivider || isReply || isHeader) headers.push(line)
    const opensMessage = isHeader && quoteFrom === undefined && !hasHeaderAt(at - 1)
    const hasOwn = opensMessage && hasWords(lines, at)
    if (quoteFrom === undefined && (isDivider || isReply || hasOwn)) {
      quoteFrom = line.start
      hasDivider = isDivider || hasOwn
    }
    if (quoteFrom === undefined && /^[ \t]{0,4}>/.test(line.text)) quoted.push(line)
  }
  if (quoteFrom !== undefined) quoted.push({ start: quoteFrom, end: text.length })
  const own = ownText(lines, headers, quoted)
  const isForwarded = hasDivider || forwardWords.test(own) || own.trim() === ''
  return { headers, quoted, isForwarded }
}

function hasWords(lines: readonly Line[], to: number): boolean {
  return lines
    .slice(Math.max(0, to - 40), to)
    .some(({ text }) => /\p{L}{2}/u.test(text) && !headerLine.test(text))
}

function ownText(
  lines: readonly Line[],
  headers: readonly Part[],
  quoted: readonly Part[],
): string {
  const first = quoted[0]?.start ?? Number.POSITIVE_INFINITY
  const heads = new Set(headers.map(({ start }) => start))
  return lines
    .filter(({ start }) => start < first && !heads.has(start))
    .map(({ text }) => text)
    .join('\n')
}
