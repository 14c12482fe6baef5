import { type Money, money, shareOf } from '#kernel/money'

export type NetAndTax = { readonly net: Money; readonly tax: Money }

/**
 * What pieces `from` to `to` of a line of `quantity` cost: the difference of two shares. So the parts of a line add up to
 * the line, in whatever parts it is delivered.
 */
export function shareBetween(whole: Money, quantity: number, from: number, to: number): Money {
  return money(shareOf(whole, to, quantity) - shareOf(whole, from, quantity), whole.currency)
}

/**
 * The same of net and tax: together they are the share of the amount with tax, which is what is paid and given back for these
 * pieces, and neither is ever below zero.
 */
export function sharesBetween(
  whole: NetAndTax,
  quantity: number,
  from: number,
  to: number,
): NetAndTax {
  const { currency } = whole.net
  const [before, after] = [netAndTaxUpTo(whole, quantity, from), netAndTaxUpTo(whole, quantity, to)]
  return {
    net: money(after.net - before.net, currency),
    tax: money(after.tax - before.tax, currency),
  }
}

/** Of the first pieces. Neither grows smaller with more of them, which is what keeps the parts above zero. */
function netAndTaxUpTo({ net, tax }: NetAndTax, quantity: number, pieces: number) {
  const whole = money(net.amountMinor + tax.amountMinor, net.currency)
  const all = shareOf(whole, pieces, quantity)
  if (growsAlone({ net, tax }, quantity)) {
    const own = shareOf(net, pieces, quantity)
    return { net: own, tax: all - own }
  }
  const own = portion(tax.amountMinor, all, whole.amountMinor)
  return { net: all - own, tax: own }
}

/**
 * Where each piece has at least a minor unit of tax, or a whole number of them of net, the net amount can be rounded by itself.
 * Of cheaper pieces two rounded amounts cross: one of 0.0143 may have a net amount of 0.02 with a tax of -0.01.
 */
function growsAlone({ net, tax }: NetAndTax, quantity: number): boolean {
  const pieces = BigInt(quantity)
  return tax.amountMinor >= pieces || net.amountMinor % pieces === 0n
}

/** Rounded half up. */
function portion(amount: bigint, part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : (amount * part * 2n + whole) / (2n * whole)
}
