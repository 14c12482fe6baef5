import { fail } from '../failures.ts'
import type { LineProgress, Pieces } from './line-progress.ts'

export type Picked = { readonly line: LineProgress; readonly quantity: number }

/**
 * The lines that a request names, each with its pieces, out of the lines that the actor may change. If a request names
 * more pieces than `leftOf` allows, it is refused with `code`, and the failure lists what is left of every such line.
 */
export function pickLines(
  lines: readonly LineProgress[],
  named: readonly Pieces[],
  leftOf: (line: LineProgress) => number,
  code: 'quantity_exceeds_open' | 'quantity_exceeds_delivered',
): Picked[] {
  assertLinesNotRepeated(named)
  const byNumber = new Map(lines.map((line) => [line.lineNumber, line]))
  const picked = named.map(({ lineNumber, quantity }) => {
    const line = byNumber.get(lineNumber)
    if (!line) throw fail('line_not_found', { lineNumber })
    return { line, quantity }
  })
  const short = picked
    .filter(({ line, quantity }) => quantity > leftOf(line))
    .map(({ line, quantity }) => ({
      lineNumber: line.lineNumber,
      requested: quantity,
      left: leftOf(line),
    }))
  if (short.length > 0) throw fail(code, { lines: short })
  return picked
}

/** The order's lines, with the changed ones replaced. */
export function replaceLines(
  lines: readonly LineProgress[],
  changed: readonly LineProgress[],
): LineProgress[] {
  const byNumber = new Map(changed.map((line) => [line.lineNumber, line]))
  return lines.map((line) => byNumber.get(line.lineNumber) ?? line)
}

/** The changed lines of a step, where later changes replace earlier ones of the same line. */
export function mergeLines(
  first: readonly LineProgress[],
  later: readonly LineProgress[],
): LineProgress[] {
  const numbers = new Set(first.map(({ lineNumber }) => lineNumber))
  return [...replaceLines(first, later), ...later.filter((line) => !numbers.has(line.lineNumber))]
}

function assertLinesNotRepeated(named: readonly Pieces[]): void {
  const numbers = named.map(({ lineNumber }) => lineNumber)
  const repeated = numbers.find((lineNumber, at) => numbers.indexOf(lineNumber) !== at)
  if (repeated !== undefined) throw fail('line_repeated', { lineNumber: repeated })
}
