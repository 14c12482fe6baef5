/** Begins the line of our mails above which people write. */
export const markerStart = '=-=-='

/** What a person wrote above our marker, without the quoted mail. */
export function withoutQuote(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const marker = lines.findIndex((line) => line.replace(/^[>\s]+/, '').startsWith(markerStart))
  const own = marker < 0 ? lines : lines.slice(0, marker)
  while (own.length > 0 && /^\s*(?:>.*)?$/.test(own.at(-1) ?? '')) own.pop()
  if (marker >= 0) removeIntroduction(own)
  return own.join('\n').trim()
}

const introduction = /^(?:On|Am|Le|El|Il|Op|Den)\s/
/** `From: Support <…>`, as Outlook writes four of them, also with the name in bold: `*From:* …`. */
const headerLine = /^\s*\*?[\p{L}’' -]{1,20}\s?:\*?\s\S/u
const senderLine = /^\s*\*?(?:From|Von|De)\s?:/
const headerLinesMin = 3
const headerLinesMax = 8
/** `-----Original Message-----`, or a line across. */
const divider = /^\s*(?:[-_]{5,}(?:[^-_]+[-_]{5,})?\s*)?$/

/** What a mail program puts above the quoted mail: “On Monday Ada wrote:”, also over two lines, or the headers of the mail. */
function removeIntroduction(lines: string[]): void {
  const last = lines.at(-1) ?? ''
  if (/:\s*$/.test(last)) {
    lines.pop()
    if (!introduction.test(last) && introduction.test(lines.at(-1) ?? '')) lines.pop()
  } else removeHeaders(lines)
  while (lines.length > 0 && divider.test(lines.at(-1) ?? '')) lines.pop()
}

/** They have addresses of people, which no message shows to others. */
function removeHeaders(lines: string[]): void {
  const at = lines.findLastIndex((line) => senderLine.test(line))
  const block = at < 0 ? [] : lines.slice(at)
  if (block.some((line) => line.trim() === '')) return
  const headers = block.filter((line) => headerLine.test(line)).length
  if (headers >= headerLinesMin && block.length <= headerLinesMax) lines.length = at
}
