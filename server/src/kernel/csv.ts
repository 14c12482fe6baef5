/**
 * The one writer of CSV (RFC 4180), and the reader that removes its guards again.
 *
 * OWASP (CSV Injection; ASVS 5.0, 1.2.10) asks for three things: every cell in quotes, quotes doubled, and an apostrophe before
 * what a spreadsheet would run. ASVS makes no exception for numbers, so a negative number gets an apostrophe too.
 */

/** The characters that begin a formula, with their full-width forms. */
const sign = '[=+\\-@\uff1d\uff0b\uff0d\uff20]'
/** Spreadsheets skip these characters before a formula. None of them is a separator, so every scan is linear. */
const skipped = `(?:['"]|[^\\S\\t\\r\\n])*`
const formula = `${skipped}${sign}`
const control = "'*[\\t\\r\\n\\0]"

const guardedStart = new RegExp(`^(?=${formula}|${control})`)
/** Some programs end a cell at `;`, a tab or a line break. They begin a new cell there. */
const guardedInside = new RegExp(`([;\\t\\r\\n])(?=${formula})`, 'g')
const guardAtStart = new RegExp(`^'(?=${formula}|${control})`)
const guardInside = new RegExp(`([;\\t\\r\\n])'(?=${formula})`, 'g')

/** One cell, in quotes. No spreadsheet takes any part of it for a formula. */
export function csvCell(text: string): string {
  const harmless = text.replace(guardedInside, "$1'").replace(guardedStart, "'")
  return `"${harmless.replaceAll('"', '""')}"`
}

/**
 * Returns the text that a cell was written from. It is exact: a text that began with an apostrophe and a sign got one more
 * apostrophe.
 */
export function withoutGuard(text: string): string {
  return text.replace(guardAtStart, '').replace(guardInside, '$1')
}

/** One line of cells, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
