/**
 * An array of texts as PostgreSQL writes one: where lists of different lengths stand in the rows of one statement, and for long
 * lists, in which the driver would look through each text twice, whatever is in it.
 */
export function arrayLiteral(texts: readonly string[]): string {
  let literal = ''
  for (const text of texts) literal += literal === '' ? `"${escaped(text)}"` : `,"${escaped(text)}"`
  return `{${literal}}`
}

const special = /["\\]/
const specials = /["\\]/g

function escaped(text: string): string {
  return special.test(text) ? text.replace(specials, '\\$&') : text
}
