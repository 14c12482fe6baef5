import { signatureStart } from './signature.ts'

/** Begins the line of our mails above which people write. */
export const markerStart = '=-=-='

/**
 * What a person wrote in a reply, without the quoted mail and the signature. Each line is read a fixed number of times, so hostile
 * text takes no longer than other text of its length. Quotes between own lines stay: they say what is answered.
 */
export function withoutQuote(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const above = lines.slice(0, quotedMailStart(lines))
  const hasQuote = above.length < lines.length
  trimEnd(above)
  if (hasQuote) removeIntroduction(above)
  removeSignature(above)
  removeQuotes(above)
  removeSignature(above)
  return above.join('\n').trim()
}

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/** The first line of a mail that is quoted as it stands, without `>`: everything from there on is quoted. */
function quotedMailStart(lines: readonly string[]): number {
  const at = lines.findIndex(
    (line, index) =>
      (!isQuoted(line) && line.trimStart().startsWith(markerStart)) ||
      isOriginalMessage(line) ||
      isHeaderBlock(lines, index) ||
      isLooseIntroduction(lines, index),
  )
  return at < 0 ? lines.length : at
}

/** `-----Original Message-----`, as Outlook and others write it. */
function isOriginalMessage(line: string): boolean {
  if (line.length > 80 || !line.trimStart().startsWith('--')) return false
  return /^\s*-{2,}\s*(?:Original Message|Original-Nachricht|Urspr(?:ü|ue)ngliche Nachricht|Message d[’']origine|Message original|Forwarded message|Weitergeleitete Nachricht|Message transféré)\s*-{2,}\s*$/i.test(
    line,
  )
}

/** `From: Support <…>`, as Outlook writes four of them, also with the name in bold: `*From:* …`. */
const headerLine = /^\s*\*?[\p{L}’' -]{1,20}\s?:\*?\s\S/u
const senderLine = /^\s*\*?(?:From|Von|De)\s?:/
const sentLine = /^\s*\*?(?:Sent|Date|Gesendet|Datum|Envoyé(?: le)?)\s?:/
const headerLinesMin = 3
const headerLinesMax = 8

/** The headers of the quoted mail: a sender, a time, and at least one more, without a blank line between them. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const first = head(lines[at])
  if (!senderLine.test(first) && !sentLine.test(first)) return false
  const end = Math.min(lines.length, at + headerLinesMax)
  let count = 0
  let hasTime = false
  let hasSender = false
  for (let index = at; index < end; index += 1) {
    const line = head(lines[index])
    if (isBlank(line)) break
    if (headerLine.test(line)) count += 1
    if (sentLine.test(line)) hasTime = true
    if (senderLine.test(line)) hasSender = true
  }
  return hasSender && hasTime && count >= headerLinesMin
}

const introductionStart = /^\s*(?:On|Am|Le|El|Il|Op|Den)\s/
const introductionEnd = /(?:wrote|schrieb(?:\s.{0,200})?|a écrit)\s?:$/
/** An introduction that a mail program has wrapped. */
const introductionLinesMax = 3

/**
 * The first line of “On Monday Ada wrote:”, which ends at a line. Undefined if none ends there. A mail program wraps it at its own
 * length.
 */
function introductionAt(lines: readonly string[], end: number): number | undefined {
  if (!head(lines[end]).trimEnd().endsWith(':')) return undefined
  let text = ''
  for (let at = end; at > end - introductionLinesMax && at >= 0; at -= 1) {
    const line = head(lines[at])
    if (isBlank(line) || isQuoted(line)) return undefined
    text = `${line.trim()} ${text}`.trimEnd()
    if (introductionStart.test(line)) return introductionEnd.test(text.slice(-200)) ? at : undefined
  }
  return undefined
}

/** An address, or a year and a time of day: people write no such line by themselves. */
function namesMail(text: string): boolean {
  return text.includes('@') || (/\d{4}/.test(text) && /\d{1,2}:\d{2}/.test(text))
}

/** The introduction of a mail that is quoted without `>`, with something below it. */
function isLooseIntroduction(lines: readonly string[], at: number): boolean {
  if (!introductionStart.test(head(lines[at]))) return false
  for (let end = at; end < Math.min(lines.length, at + introductionLinesMax); end += 1) {
    if (introductionAt(lines, end) !== at) continue
    const text = lines
      .slice(at, end + 1)
      .map(head)
      .join(' ')
    const next = nextWritten(lines, end + 1)
    return namesMail(text) && next !== undefined && !isQuoted(next)
  }
  return false
}

/** The next line with text. A few blank lines at most stand between an introduction and its quote. */
function nextWritten(lines: readonly string[], from: number): string | undefined {
  return lines.slice(from, from + 4).find((line) => !isBlank(line))
}

/** Removes what a mail program puts above the quoted mail: its introduction, and a line across. */
function removeIntroduction(lines: string[]): void {
  const at = introductionAt(lines, lines.length - 1)
  if (at !== undefined) lines.length = at
  const divider = /^\s*[-_]{5,}\s*$/
  while (lines.length > 0 && (isBlank(lines.at(-1) ?? '') || divider.test(head(lines.at(-1)))))
    lines.pop()
}

/**
 * Removes the quote below the own text, and one that stands alone above it. What people quote between their own lines stays, without
 * the introduction, which has the address of somebody.
 */
function removeQuotes(lines: string[]): void {
  trimEnd(lines)
  if (isQuoted(lines.at(-1) ?? '')) {
    while (lines.length > 0 && (isQuoted(lines.at(-1) ?? '') || isBlank(lines.at(-1) ?? '')))
      lines.pop()
    removeIntroduction(lines)
  }
  const first = lines.findIndex(isQuoted)
  if (first < 0) return
  const introduced = previousWritten(lines, first)
  const introduction = introduced === undefined ? undefined : introductionAt(lines, introduced)
  const start = introduction ?? first
  const isAbove = lines.slice(0, start).every(isBlank)
  const after = lines.findIndex((line, at) => at > first && !isQuoted(line) && !isBlank(line))
  const isOnly = after < 0 || !lines.slice(after).some(isQuoted)
  if (isAbove && isOnly && after >= 0) lines.splice(0, after)
  else if (introduction !== undefined) lines.splice(introduction, first - introduction)
}

function previousWritten(lines: readonly string[], before: number): number | undefined {
  for (let at = before - 1; at >= 0 && at >= before - 4; at -= 1)
    if (!isBlank(lines[at] ?? '')) return at
  return undefined
}

function removeSignature(lines: string[]): void {
  const at = signatureStart(lines)
  if (at !== undefined) lines.length = at
  trimEnd(lines)
}

function trimEnd(lines: string[]): void {
  while (lines.length > 0 && isBlank(lines.at(-1) ?? '')) lines.pop()
}

/** No line of a rule is longer. A paragraph may be one line of many thousand characters. */
const lineMax = 400

function head(line: string | undefined): string {
  return (line ?? '').slice(0, lineMax)
}
