/** What is left of a quantity. Quantities have three decimals, which a binary difference would not keep. */
export function quantityLess(quantity: number, ...taken: readonly number[]): number {
  const left = taken.reduce((rest, one) => rest - one, quantity)
  return Math.round(left * 1_000) / 1_000
}
