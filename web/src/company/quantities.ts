/** What is left of a quantity. Quantities have three decimals, which a binary difference would not keep. */
export function quantityLess(quantity: number, ...taken: readonly number[]): number {
  const left = taken.reduce((rest, one) => rest - one, quantity)
  return Math.round(left * 1_000) / 1_000
}

type Kept = { readonly quantity: number; readonly cancelledQuantity: number }

/** What the line of an order has in all, without what was cancelled. */
export function keptQuantity({ quantity, cancelledQuantity }: Kept): number {
  return quantityLess(quantity, cancelledQuantity)
}

/** What is neither shipped nor cancelled. */
export function openQuantity(line: Kept & { readonly shippedQuantity: number }): number {
  return quantityLess(keptQuantity(line), line.shippedQuantity)
}
