import { addItem, assumedUnit, type Draft } from '../draft.ts'
import { numberAt } from '../numbers/numbers.ts'
import { readGoods, readQuantity } from '../read-phrase.ts'
import type { Reading } from '../reading.ts'
import type { Sentence } from '../sentence.ts'
import type { Range } from '../sentences.ts'
import type { Token } from '../tokens.ts'
import { articles, fillersBefore, requestWords, vague } from '../words.ts'
import { isGoods } from './goods-names.ts'

const vagueNumbers = new Set(
  'hundert hundred hundreds dutzend dozen dozens tausend thousand of von new neue neuen weitere'.split(
    ' ',
  ),
)

/** `a few dozen lamps`, `etliche Tastaturen`: goods whose number nobody has said. Returns whether the phrase is such. */
export function readVague(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  { from, to }: Range,
): boolean {
  const { tokens } = reading
  let at = from
  while (at < to && fillersBefore.has(tokens[at]?.lower ?? '') && !isVague(tokens[at])) at += 1
  if (!isVague(tokens[at]) || at >= to || tokens[at + 1]?.text === 'Stück') return false
  at += 1
  // `some 1,800 m²`
  if (tokens[at]?.kind === 'number') return false
  while (at < to && vagueNumbers.has(tokens[at]?.lower ?? '')) at += 1
  const { what, constraints } = readGoods(reading, at, to)
  if (!what || !isGoods(what.value) || !(sentence.hasRequest || couldUse(tokens, sentence)))
    return at >= to
  addItem(
    draft,
    { what: { ...what, confidence: 0.8 }, quantity: undefined, unit: undefined, constraints },
    reading.messageAt,
  )
  sentence.hasItem = true
  return true
}

/** `the same number of labels`, `ebenso viele Deckel`: as many as of the goods before. Returns whether the phrase is such. */
export function readSameNumber(draft: Draft, reading: Reading, { from, to }: Range): boolean {
  const { tokens } = reading
  const { quantity, unit } = draft.items.at(-1) ?? {}
  if (!quantity) return false
  for (let at = from; at < to; at += 1) {
    const words = tokens.slice(at, at + 4).map(({ lower }) => lower)
    const length = sameNumber(words)
    if (length === 0) continue
    const { what, constraints } = readGoods(reading, at + length, to)
    if (!what || !isGoods(what.value)) return false
    const pieces = unit && /^(?:C62|PR|SET)$/.test(unit.value) ? unit : undefined
    addItem(
      draft,
      { what, quantity: { ...quantity, confidence: 0.85 }, unit: pieces, constraints },
      reading.messageAt,
    )
    return true
  }
  return false
}

/** Whether a token opens such words. */
export function namesSameNumber(tokens: readonly Token[], at: number): boolean {
  const isArticle = /^(?:the|die|der|dieselbe|das)$/.test(tokens[at]?.lower ?? '')
  const first = isArticle ? at + 1 : at
  return sameNumber(tokens.slice(first, first + 4).map(({ lower }) => lower)) > 0
}

function sameNumber([first = '', second = '', third = '', fourth = '']: readonly string[]): number {
  if (/^(?:ebenso|genauso|gleich)$/.test(first) && /^viele?$/.test(second)) return 2
  if (/^(?:selbe|gleiche|dieselbe)n?$/.test(first) && /^(?:anzahl|menge|stückzahl)$/.test(second))
    return third === 'an' || third === 'von' ? 3 : 2
  if (first === 'as' && second === 'many') return 2
  if (first !== 'same') return 0
  const isNumber = /^(?:number|amount|quantity|qty)$/.test(second)
  return isNumber && third === 'of' ? (fourth === 'the' ? 4 : 3) : 0
}

/** `We could use a few lamps`. */
function couldUse(tokens: readonly Token[], { from, to }: Range): boolean {
  return tokens
    .slice(from, to)
    .some(({ lower }, at) => lower === 'use' && tokens[from + at - 1]?.lower === 'could')
}

/** `ein Paar` is two of a kind. */
function isVague(token: Token | undefined): boolean {
  return token !== undefined && vague.has(token.lower) && token.text !== 'Paar'
}

/** `Please arrange 12 chairs`: who says please asks, whatever the verb. */
function isPolite(tokens: readonly Token[], from: number): boolean {
  return tokens
    .slice(from, from + 3)
    .some(({ lower }) => /^(?:please|pls|kindly|bitte|could|can|would|let's)$/.test(lower))
}

const embeddedMax = 30
/** A number behind one of these describes or names: `size 9`, `with 2 batteries`. */
const describingLeads = new Set(
  'size sizes gr gr. größe grösse type typ model modell class klasse no no. nr nr. with mit w and und per pro x version art pos pos. has hat'.split(
    ' ',
  ),
)

/** A quantity in the middle of a phrase, as in `your best price on forty folding chairs`. */
export function embeddedStart(
  reading: Reading,
  from: number,
  to: number,
  sentence: Sentence,
): number | undefined {
  const { tokens, language } = reading
  if (numberAt(tokens, from, language, 'count')) return undefined
  for (let at = from + 1; at < Math.min(to, from + embeddedMax); at += 1) {
    const before = tokens[at - 1] as Token
    if (before.kind !== 'word' || describingLeads.has(before.lower)) continue
    if (tokens[at]?.kind !== 'number' && articles.has(tokens[at]?.lower ?? '')) continue
    if (vague.has(before.lower) && before.lower !== 'some') continue
    const isLead = fillersBefore.has(before.lower) || requestWords.has(before.lower)
    const counted = readQuantity(reading, at, to)
    if (!counted?.quantity) continue
    const hasUnit = (counted.unit?.confidence ?? 0) > assumedUnit
    const goods = readGoods(reading, counted.next, to).what
    const isWanted = goods !== undefined && isGoods(goods.value)
    const isLower = /^\p{Ll}/u.test(before.text)
    const isOrder = isLower && at - from < 4 && isPolite(tokens, sentence.from)
    if (isWanted && (isLead || (hasUnit && isLower) || isOrder)) return at
  }
  return undefined
}
