import { addItem, addNotes, type Draft } from './draft.ts'
import { readDescription } from './goods/descriptions.ts'
import { numberAt } from './numbers/numbers.ts'
import { readGoods, readQuantity } from './read-phrase.ts'
import { leafOfSpan, type Reading } from './reading.ts'
import type { Sentence } from './sentence.ts'
import type { Range } from './sentences.ts'
import { unitOfWord } from './units.ts'

const fillersOfCount = new Set(
  'nur only now jetzt bitte please just at to auf stay stays bleiben qty qty. : ='.split(' '),
)

/** `Helmets 75 pieces`. Returns whether the phrase is one. */
export function readTrailing(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  range: Range,
): boolean {
  const { from, to } = range
  const trailing: ReturnType<typeof bareTrailing> =
    trailingQuantity(reading, from, to) ??
    (sentence.isStrongCorrection || sentence.namesQuantities || staysAt(reading, from, to)
      ? (bareTrailing(reading, from, to) ?? measuredTrailing(reading, from, to))
      : undefined)
  if (!trailing) return false
  const { at, counted } = trailing
  let end = at
  while (end > from + 1 && fillersOfCount.has(reading.tokens[end - 1]?.lower ?? '')) end -= 1
  const goods = readGoods(reading, from, end)
  const rest = readDescription(reading, { from: goods.next, to: at })
  const after = readDescription(reading, { from: counted.next, to })
  const constraints = [
    ...goods.constraints,
    ...rest.constraints,
    ...counted.constraints,
    ...after.constraints,
  ]
  const { quantity, unit } = counted
  addItem(
    draft,
    { what: goods.what, quantity, unit, constraints },
    reading.messageAt,
    sentence.isStrongCorrection ? 'correction' : 'usual',
  )
  addNotes(draft, [...rest.notes, ...after.notes])
  sentence.hasItem = true
  return true
}

/** `the legs stay at 64`. */
function staysAt({ tokens }: Reading, from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some(({ lower }) => /^(?:stays?|remains?|bleib(?:t|en))$/.test(lower))
}

/** `gaskets 80`, where the sentence changes quantities or says that it names them. */
function bareTrailing(reading: Reading, from: number, to: number) {
  const { tokens } = reading
  const at = to - 1
  if (at <= from || tokens[at]?.kind !== 'number') return undefined
  const counted = readQuantity(reading, at, to)
  return counted?.quantity && tokens[at - 1]?.kind === 'word' ? { at, counted } : undefined
}

/** `statt 20 m Förderband bitte 25 m`. */
function measuredTrailing(reading: Reading, from: number, to: number) {
  const { tokens, language } = reading
  const [at, word] = [to - 2, tokens[to - 1]]
  const unit = unitOfWord(word?.lower ?? '')
  if (at <= from || tokens[at]?.kind !== 'number' || unit?.kind !== 'measure' || !word)
    return undefined
  const number = numberAt(tokens, at, language, 'measure')
  if (!number?.value || number.next !== to - 1) return undefined
  const quantity = leafOfSpan(reading, number.value, number, 0.85)
  const found = { quantity, unit: leafOfSpan(reading, unit.code, word, 0.9), constraints: [] }
  return { at, counted: { ...found, unclear: undefined, next: to } }
}

function trailingQuantity(reading: Reading, from: number, to: number) {
  const { tokens } = reading
  for (let at = from + 1; at < to; at += 1) {
    if (tokens[at]?.kind !== 'number') continue
    const next = tokens[at + 1]
    const isSpec =
      tokens[at - 1]?.text === '/' ||
      /^(?:size|größe|en|din|iso|ip|ral)$/.test(tokens[at - 1]?.lower ?? '')
    const unit = unitOfWord(next?.lower ?? '')
    if (isSpec || !unit || unit.kind === 'spec' || unit.kind === 'measure') continue
    if (/^(?:of|à|je|with|mit|zu)$/.test(tokens[at - 1]?.lower ?? '')) continue
    const counted = readQuantity(reading, at, to)
    if (counted?.quantity) return { at, counted }
  }
  return undefined
}
