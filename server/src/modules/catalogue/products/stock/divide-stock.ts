import { greater, lesser, type Quantity, sumOfQuantities } from '#kernel/quantity'

export type Counted = { readonly counted: Quantity }

/**
 * Computes the current stock of each location from the counts and the total for sale. Sales since the counts reduce the
 * first locations; additional pieces belong to the first one. The parts always add up to `onHand`, so that a buyer
 * never sees more, or less, than is for sale.
 */
export function divideStock<Count extends Counted>(
  onHand: Quantity,
  counts: readonly Count[],
): (Count & { readonly available: Quantity })[] {
  const total = sumOfQuantities(counts.map(({ counted }) => counted))
  let sold = greater(0n, total - onHand)
  let besides = greater(0n, onHand - total)
  return counts.map((count) => {
    const taken = lesser(sold, count.counted)
    const available = count.counted - taken + besides
    sold -= taken
    besides = 0n
    return { ...count, available }
  })
}
