import type { ItemFound } from '../draft.ts'
import { readGoods, readQuantity } from '../read-phrase.ts'
import type { Reading } from '../reading.ts'
import type { Range } from '../sentences.ts'
import { isGoods } from './goods-names.ts'

/** Goods stand near the beginning of their clause. */
const clauseTokensMax = 40

/** The goods that a clause about an earlier request names. */
export function reportedIn(reading: Reading, range: Range): ItemFound | undefined {
  const { from } = range
  const to = Math.min(range.to, from + clauseTokensMax)
  for (let at = from; at < to; at += 1) {
    const counted = readQuantity(reading, at, to)
    if (!counted?.quantity) continue
    const { what, constraints } = readGoods(reading, counted.next, to)
    if (!what || !isGoods(what.value)) continue
    return { what, quantity: counted.quantity, unit: counted.unit, constraints }
  }
  return undefined
}
