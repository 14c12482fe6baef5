import { type Draft, refuse } from './draft.ts'
import type { MoneyFound } from './money.ts'
import { type Reading, spanned } from './reading.ts'

/** Prices of the goods before them, and budgets. */
export function addAmounts(draft: Draft, reading: Reading, amounts: readonly MoneyFound[]): void {
  for (const found of amounts) {
    if (found.isRejected) continue
    if (found.amount === undefined) {
      refuse(draft, reading.text.slice(found.start, found.end))
      continue
    }
    const { amount, currency, qualifier } = found
    if (currency && found.currencyStart !== undefined && found.currencyEnd !== undefined) {
      draft.currency = spanned(
        reading,
        currency,
        { start: found.currencyStart, end: found.currencyEnd },
        0.95,
      )
    }
    const value = { amount, ...(currency && { currency }), qualifier }
    const last = draft.items.at(-1)
    if (found.of === 'one') {
      const price = spanned(reading, value, found, 0.9)
      if (last) last.targetUnitPrice = price
      else draft.price = price
    } else draft.budget = spanned(reading, value, found, found.of === 'all' ? 0.9 : 0.6)
  }
}
