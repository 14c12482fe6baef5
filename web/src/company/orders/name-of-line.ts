type Named = { readonly lineNumber: number; readonly name: string }

/** The name of the product of a line. Empty, if the order has no such line. */
export function nameOfLine(lines: readonly Named[], number: number): string {
  return lines.find(({ lineNumber }) => lineNumber === number)?.name ?? ''
}
