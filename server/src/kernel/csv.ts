/**
 * The one writer of CSV (RFC 4180), and what takes its guards off again.
 *
 * OWASP (CSV Injection; ASVS 5.0, 1.2.10) asks for three things: every cell in quotes, quotes doubled, and an apostrophe
 * before what a spreadsheet would run. ASVS makes no exception for numbers, so a negative number gets one too.
 */

/** What begins a formula, with its full-width forms. */
const sign = '[=+\\-@\uff1d\uff0b\uff0d\uff20]'
/** Spreadsheets skip these before a formula. No separator is among them, so that every scan is linear. */
const skipped = `(?:['"]|[^\\S\\t\\r\\n])*`
const formula = `${skipped}${sign}`
const control = "'*[\\t\\r\\n\\0]"

const guardedStart = new RegExp(`^(?=${formula}|${control})`)
/** A program that takes `;`, a tab or a line break for the end of a cell begins a new cell there. */
const guardedInside = new RegExp(`([;\\t\\r\\n])(?=${formula})`, 'g')
const guardAtStart = new RegExp(`^'(?=${formula}|${control})`)
const guardInside = new RegExp(`([;\\t\\r\\n])'(?=${formula})`, 'g')

/** One cell, in quotes. A spreadsheet takes no part of it for a formula. */
export function csvCell(text: string): string {
  const harmless = text.replace(guardedInside, "$1'").replace(guardedStart, "'")
  return `"${harmless.replaceAll('"', '""')}"`
}

/** The text that a cell was written from. Exact: what began with an apostrophe and a sign got one more. */
export function withoutGuard(text: string): string {
  return text.replace(guardAtStart, '').replace(guardInside, '$1')
}

/** One line of cells, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
