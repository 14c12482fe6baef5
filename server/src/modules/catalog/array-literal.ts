/** An array of texts as PostgreSQL writes one: where lists of different lengths stand in the rows of one statement. */
export function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
