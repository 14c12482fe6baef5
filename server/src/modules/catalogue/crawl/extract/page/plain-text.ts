import { readTokens } from './tokens.ts'

const none: ReadonlySet<string> = new Set()
const blocks = /^(?:br|p|div|li|ul|ol|tr|td|h[1-6]|section|article|table|dd|dt)$/
const hidden = /^(?:script|style|template|noscript)$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\ufeff\ufffd]/g

/** A text without mark-up: tags are removed and references resolved. Lines stay lines. Blanks become one blank. */
export function plainText(given: string, max: number): string {
  const text = /[<&]/.test(given) ? withoutMarkup(given) : given
  const clean = text
    .toWellFormed()
    .replace(controls, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return clean.length <= max
    ? clean
    : clean
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trim()
}

/** The same in one line. Undefined for blanks, and for a text that is too long to be a name. */
export function lineOfText(given: string | undefined, max: number): string | undefined {
  if (given === undefined || given.length > max * 8) return undefined
  const line = plainText(given, max * 4).replace(/\s+/g, ' ')
  return line === '' || line.length > max ? undefined : line
}

function withoutMarkup(text: string): string {
  const parts: string[] = []
  let skipped = ''
  readTokens(text, none, {
    onStartTag: (name) => {
      if (hidden.test(name)) skipped = name
      else if (blocks.test(name)) parts.push('\n')
    },
    onEndTag: (name) => {
      if (name === skipped) skipped = ''
      else if (blocks.test(name)) parts.push('\n')
    },
    onText: (part) => parts.push(part),
    wantsText: () => skipped === '',
  })
  return parts.join('')
}
