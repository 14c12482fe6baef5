import { type Draft, type DraftItem, refuse, stemOf } from '../draft.ts'
import { leafOfSpan, type Reading } from '../reading.ts'
import type { MoneyFound } from './money.ts'

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
      draft.currency = leafOfSpan(
        reading,
        currency,
        { start: found.currencyStart, end: found.currencyEnd },
        0.95,
      )
    }
    const value = { amount, ...(currency && { currency }), qualifier }
    const last = draft.items.at(-1)
    if (found.of === 'one') {
      const price = leafOfSpan(reading, value, found, 0.9)
      const item = itemNamedBy(draft, reading, found) ?? last
      if (item) item.targetUnitPrice = price
      else draft.price = price
    } else draft.budget = leafOfSpan(reading, value, found, found.of === 'all' ? 0.9 : 0.6)
  }
}

/** `330 € per tablet`, `pro Tisch max. 480 €`: the goods that the price names. */
function itemNamedBy(
  { items }: Draft,
  { tokens }: Reading,
  { from, to }: MoneyFound,
): DraftItem | undefined {
  for (let at = from; at <= to && items.length > 1; at += 1) {
    if (!/^(?:per|pro|je|\/|a|each)$/.test(tokens[at - 1]?.lower ?? '')) continue
    const stem = stemOf(tokens[at]?.lower ?? '')
    if (stem.length < 3) continue
    const named = items.findLast((item) => item.stem.split(/\s/).at(-1)?.endsWith(stem))
    if (named) return named
  }
  return undefined
}
