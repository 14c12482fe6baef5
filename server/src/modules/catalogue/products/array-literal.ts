/**
 * Writes a list of texts as a PostgreSQL array literal. Use it when the rows of one statement contain lists of
 * different lengths, and for long lists: the driver scans each text twice to escape it.
 */
export function arrayLiteral(texts: readonly string[]): string {
  let literal = ''
  for (const text of texts)
    literal += literal === '' ? `"${escapeText(text)}"` : `,"${escapeText(text)}"`
  return `{${literal}}`
}

const special = /["\\]/
const specials = /["\\]/g

function escapeText(text: string): string {
  return special.test(text) ? text.replace(specials, '\\$&') : text
}
