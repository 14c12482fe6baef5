import { numberOf, type Quantity } from '#kernel/quantity'
import { fitsUnit } from '#platform/units'
import { fail } from '../failures.ts'
import { type LineProgress, openOf, type Pieces } from './line-progress.ts'

export type Picked = { readonly line: LineProgress; readonly quantity: Quantity }

/**
 * The lines that a request names, each with its pieces, out of the lines that the actor may change. If a request names
 * more pieces than `leftOf` allows, it is refused with `code`, and the failure lists what is left of every such line.
 */
export function pickLines(
  lines: readonly LineProgress[],
  named: readonly Pieces[],
  leftOf: (line: LineProgress) => Quantity,
  code: 'quantity_exceeds_open' | 'quantity_exceeds_delivered',
): Picked[] {
  const found = findNamed(
    lines,
    named.map(({ lineNumber }) => lineNumber),
  )
  const picked = found.map((line, at) => ({ line, quantity: named[at]?.quantity ?? 0n }))
  for (const { line, quantity } of picked) assertWholeIfCounted(line, quantity)
  const short = picked
    .filter(({ line, quantity }) => quantity > leftOf(line))
    .map(({ line, quantity }) => ({
      lineNumber: line.lineNumber,
      requested: numberOf(quantity),
      left: numberOf(leftOf(line)),
    }))
  if (short.length > 0) throw fail(code, { lines: short })
  return picked
}

/** The lines that a request names without a quantity. Something must be open of each. */
export function pickOpenLines(
  lines: readonly LineProgress[],
  numbers: readonly number[],
): LineProgress[] {
  const picked = findNamed(lines, numbers)
  const ended = picked.filter((line) => openOf(line) === 0n)
  if (ended.length === 0) return picked
  throw fail('quantity_exceeds_open', {
    lines: ended.map(({ lineNumber }) => ({ lineNumber, requested: 1, left: 0 })),
  })
}

/** Two metres and a half can leave, two pieces and a half cannot. */
export function assertWholeIfCounted(
  { lineNumber, unit }: Pick<LineProgress, 'lineNumber' | 'unit'>,
  quantity: Quantity,
): void {
  if (!fitsUnit(quantity, unit)) throw fail('quantity_not_whole', { lineNumber, unit })
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

function findNamed(lines: readonly LineProgress[], numbers: readonly number[]): LineProgress[] {
  assertLinesNotRepeated(numbers)
  const byNumber = new Map(lines.map((line) => [line.lineNumber, line]))
  return numbers.map((lineNumber) => {
    const line = byNumber.get(lineNumber)
    if (!line) throw fail('line_not_found', { lineNumber })
    return line
  })
}

function assertLinesNotRepeated(numbers: readonly number[]): void {
  const repeated = numbers.find((lineNumber, at) => numbers.indexOf(lineNumber) !== at)
  if (repeated !== undefined) throw fail('line_repeated', { lineNumber: repeated })
}
