/** Damerau-Levenshtein distance: a swap of neighbours counts as one error. */
export function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      let best = Math.min(
        costAt(last, column) + 1,
        costAt(current, column - 1) + 1,
        costAt(last, column - 1) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      if (swapped) best = Math.min(best, costAt(beforeLast, column - 2) + 1)
      current.push(best)
    }
    beforeLast = last
    last = current
  }
  return costAt(last, other.length)
}

function costAt(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

/** The candidate that is written most like the text, unless more than half of it differs. */
export function nearestTo(text: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = Math.floor(text.length / 2) + 1
  for (const candidate of candidates) {
    const slips = slipsBetween(text, candidate)
    if (slips >= least) continue
    least = slips
    nearest = candidate
  }
  return nearest
}
