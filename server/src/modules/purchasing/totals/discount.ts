import { type Money, money, percentOf } from '#kernel/money'

/** A discount that a contract or an operator grants. Every document shows `reference` as the reason. */
export type Discount =
  | { readonly kind: 'percentage'; readonly reference: string; readonly percent: string }
  | { readonly kind: 'absolute'; readonly reference: string; readonly amount: Money }

/** The discount never exceeds `from`. */
export function amountOff(discount: Discount, from: Money): Money {
  const off = discount.kind === 'percentage' ? percentOf(from, discount.percent) : discount.amount
  if (off.currency !== from.currency) {
    throw new Error(`a discount in ${off.currency} on an amount in ${from.currency}`)
  }
  if (off.amountMinor <= 0n) return money(0n, from.currency)
  return off.amountMinor > from.amountMinor ? from : off
}

/**
 * Divides an amount by weights, such that the shares add up to it. Each share is rounded down. The remaining minor
 * units go to the shares with the largest remainders, the first of equals first.
 */
export function allocate(amountMinor: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (amountMinor * weight) / whole)
  const lost = weights.map((weight, at) => ({ at, by: (amountMinor * weight) % whole }))
  let left = amountMinor - shares.reduce((sum, share) => sum + share, 0n)
  lost.sort((one, other) => (one.by === other.by ? one.at - other.at : one.by < other.by ? 1 : -1))
  for (const { at } of lost) {
    if (left === 0n) break
    shares[at] = (shares[at] ?? 0n) + 1n
    left -= 1n
  }
  return shares
}
