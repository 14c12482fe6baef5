import { type Money, money, shareOf } from '#kernel/money'

/** What pieces `from` to `to` of a line of `quantity` have of an amount. The parts of a line add up to the line. */
export function shareBetween(whole: Money, quantity: number, from: number, to: number): Money {
  return money(shareOf(whole, to, quantity) - shareOf(whole, from, quantity), whole.currency)
}
