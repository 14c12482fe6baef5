import { decimalOf, type Money } from '#kernel/money'
import { MoneySchema } from '#kernel/money-schema'

/** The one shape of money in events, as in answers: `{amount: "12.50", currency: "EUR"}`. */
export const MoneyData = MoneySchema

export function moneyData(money: Money) {
  return { amount: decimalOf(money), currency: money.currency }
}
