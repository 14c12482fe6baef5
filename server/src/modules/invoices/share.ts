import { type Money, money } from '#kernel/money'

/**
 * What pieces `from` to `to` of a line of `quantity` cost: the difference of two shares, each rounded half up. So the
 * parts of a line add up to the line, in whatever parts it is delivered.
 */
export function shareBetween(whole: Money, quantity: number, from: number, to: number): Money {
  return money(shareOf(whole, quantity, to) - shareOf(whole, quantity, from), whole.currency)
}

function shareOf({ amountMinor }: Money, quantity: number, pieces: number): bigint {
  const all = BigInt(quantity)
  return (amountMinor * BigInt(pieces) * 2n + all) / (2n * all)
}
