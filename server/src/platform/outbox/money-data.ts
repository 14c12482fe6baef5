import { Type } from 'typebox'
import { decimalOf, type Money } from '#kernel/money'

/** The one shape of money in events, as in answers: `{amount: "12.50", currency: "EUR"}`. */
export const MoneyData = Type.Object({ amount: Type.String(), currency: Type.String() })

export function moneyData(money: Money) {
  return { amount: decimalOf(money), currency: money.currency }
}
