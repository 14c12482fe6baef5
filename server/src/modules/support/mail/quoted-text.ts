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

/** A line such as “On Monday Ada wrote:” that a mail program puts above the quoted mail, also over two lines. */
function removeIntroduction(lines: string[]): void {
  if (!/:\s*$/.test(lines.at(-1) ?? '')) return
  const last = lines.pop() ?? ''
  const isWhole = /^(?:On|Am|Le|El|Il|Op|Den)\s/.test(last)
  if (!isWhole && /^(?:On|Am|Le|El|Il|Op|Den)\s/.test(lines.at(-1) ?? '')) lines.pop()
}
