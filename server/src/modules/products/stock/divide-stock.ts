export type Counted = { readonly counted: number }

/**
 * What is there now in each location, by what was counted and what can be sold in all. What has been sold since was taken
 * from the first ones; what came in besides lies in the first. The parts add up to `onHand` whatever was counted, so
 * that nobody is ever shown more, or less, than can be bought.
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
