/**
 * A cell of a CSV file. What a spreadsheet would take for a formula gets an apostrophe before it, and so does what
 * begins with apostrophes and then such a sign, so that taking one off again is exact.
 */
export function csvCell(text: string): string {
  const harmless = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",;\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** What `csvCell` has put before a text is taken off. */
export function withoutGuard(text: string): string {
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
