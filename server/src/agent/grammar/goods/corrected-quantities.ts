import { addItem, type Draft } from '../draft.ts'
import { numberAt } from '../numbers/numbers.ts'
import { readGoods } from '../read-phrase.ts'
import { leafOfSpan, type Reading } from '../reading.ts'
import type { Sentence } from '../sentence.ts'
import type { Range } from '../sentences.ts'
import { unitOfWord } from '../units.ts'
import { fillersBefore } from '../words.ts'

/** `200 m of rope. Actually 250 m please`: a correction in the unit of the goods before. */
export function changesMeasure(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  { from, to }: Range,
): boolean {
  const { tokens, language } = reading
  const last = draft.items.at(-1)
  const known = last ?? draft.reported
  if (!known?.quantity || !sentence.isStrongCorrection) return false
  for (let at = from; at < to; at += 1) {
    const number =
      tokens[at]?.kind === 'number' ? numberAt(tokens, at, language, 'measure') : undefined
    if (!number?.value || number.next >= to) continue
    const unit = unitOfWord(tokens[number.next]?.lower ?? '')
    if (unit?.kind !== 'measure' || unit.code !== known.unit?.value) continue
    const rest = readGoods(reading, number.next + 1, to).what
    if (rest && !fillersBefore.has(rest.value.toLowerCase())) return false
    const quantity = leafOfSpan(reading, number.value, number, 0.9)
    if (last) last.quantity = quantity
    else if (draft.reported) addItem(draft, { ...draft.reported, quantity }, reading.messageAt)
    return true
  }
  return false
}

/** `12 laptops and 12 docks. Wait, 14 of each`: the goods of the message so far get one number. */
export function changesEach(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  { from, to }: Range,
): boolean {
  const { tokens, language } = reading
  if (!sentence.isStrongCorrection) return false
  for (let at = from; at < to; at += 1) {
    const number = numberAt(tokens, at, language, 'count')
    if (!number?.value) continue
    const words = tokens.slice(number.next, number.next + 2).map(({ lower }) => lower)
    if (
      words[0] !== 'jeweils' &&
      !(words[0] === 'of' && /^(?:each|both|all)$/.test(words[1] ?? ''))
    )
      continue
    const quantity = leafOfSpan(reading, number.value, number, 0.9)
    const changed = draft.items.filter((item) => item.messageAt === reading.messageAt)
    for (const item of changed) item.quantity = quantity
    return changed.length > 0
  }
  return false
}
