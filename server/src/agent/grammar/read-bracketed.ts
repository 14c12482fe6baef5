import { addItem, assumedUnit, type Draft } from './draft.ts'
import { isGoods } from './goods/goods-names.ts'
import { numberAt } from './numbers/numbers.ts'
import { readGoods } from './read-phrase.ts'
import { leafOfSpan, type Reading, take } from './reading.ts'
import { type Range, repeatsNumber } from './sentences.ts'

/** `Schrauben 4x40 (500), Dübel 8 mm (500)`: goods with their numbers in brackets. One alone may say something else. */
export function readBracketed(draft: Draft, reading: Reading, { from, to }: Range): void {
  const { tokens, free, language } = reading
  const found: { readonly name: Range; readonly at: number }[] = []
  let first = from
  for (let at = from; at < to; at += 1) {
    const { lower } = tokens[at] as (typeof tokens)[number]
    if (free[at] === 0 || /^(?:[,;:/\n]|and|und)$/.test(lower)) first = at + 1
    const isNumber = tokens[at + 1]?.kind === 'number' && tokens[at + 2]?.text === ')'
    if (lower !== '(' || !isNumber || at <= first || repeatsNumber(tokens, at)) continue
    found.push({ name: { from: first, to: at }, at })
    first = at + 3
  }
  if (found.length < 2) return
  for (const { name, at } of found) {
    const { what, constraints } = readGoods(reading, name.from, name.to)
    const number = numberAt(tokens, at + 1, language, 'count')
    if (!what || !isGoods(what.value) || !number?.value) continue
    const quantity = leafOfSpan(reading, number.value, number, 0.85)
    const unit = leafOfSpan(reading, 'C62', number, assumedUnit)
    addItem(draft, { what, quantity, unit, constraints }, reading.messageAt, 'always-new')
    take(reading, name.from, at + 3)
  }
}
