import { inflateSync } from 'node:zlib'

/**
 * The texts of our PDF, in the order in which they are drawn. Each font has its own table of glyphs; all tables are
 * tried.
 */
export function textsOf(pdf: Buffer): string[] {
  const streams = streamsOf(pdf)
  const tables = streams.filter((one) => one.includes('begincmap')).map(glyphsOf)
  const drawn = streams
    .filter((one) => one.includes(' TJ') || one.includes(' Tj'))
    .flatMap((one) => [...one.matchAll(/\[([^\]]*)\] TJ/g)].map((found) => hexIn(found[1] ?? '')))
  return tables.flatMap((table) =>
    drawn.map((glyphs) => glyphs.map((glyph) => table.get(glyph) ?? '\uFFFD').join('')),
  )
}

function streamsOf(pdf: Buffer): string[] {
  const found: string[] = []
  let at = pdf.indexOf('stream\n')
  while (at >= 0) {
    const end = pdf.indexOf('\nendstream', at)
    try {
      found.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // It is not compressed.
      found.push(pdf.subarray(at + 7, end).toString('latin1'))
    }
    at = pdf.indexOf('stream\n', end + 12)
  }
  return found
}

/** The ranges of a ToUnicode table: `<first> <last> [<unicode> …]`. */
function glyphsOf(table: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first = '', , list = ''] of table.matchAll(
    /<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi,
  )) {
    const start = Number.parseInt(first, 16)
    for (const [at, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries())
      glyphs.set(start + at, lettersIn(hex))
  }
  return glyphs
}

/** UTF-16; a ligature stands for several letters. */
function lettersIn(hex: string): string {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
}

function hexIn(drawn: string): number[] {
  const digits = [...drawn.matchAll(/<([0-9a-f]+)>/gi)].map((found) => found[1]).join('')
  return (digits.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16))
}
