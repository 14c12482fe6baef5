export type Counted = { readonly counted: number }

/**
 * Computes the current stock of each location from the counts and the total for sale. Sales since the counts reduce the
 * first locations; additional pieces belong to the first one. The parts always add up to `onHand`, so that a buyer
 * never sees more, or less, than is for sale.
 */
export function divideStock<Count extends Counted>(
  onHand: number,
  counts: readonly Count[],
): (Count & { readonly available: number })[] {
  const total = counts.reduce((sum, { counted }) => sum + counted, 0)
  let sold = Math.max(0, total - onHand)
  let besides = Math.max(0, onHand - total)
  return counts.map((count) => {
    const taken = Math.min(sold, count.counted)
    const available = count.counted - taken + besides
    sold -= taken
    besides = 0
    return { ...count, available }
  })
}
