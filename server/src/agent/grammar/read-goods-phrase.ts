import type { Leaf } from '../brief.ts'
import { looksLikeSentence, readDescription } from './descriptions.ts'
import { addConstraints, addItem, addNotes, type Draft, refuse, removeItems } from './draft.ts'
import { numberAt } from './numbers.ts'
import { readContent, readGoods, readQuantity } from './read-phrase.ts'
import { leafOf, type Reading, spanned } from './reading.ts'
import type { Range } from './sentences.ts'
import type { Token } from './tokens.ts'
import { unitOfWord } from './units.ts'
import { articles, fillersAfter, fillersBefore, negating, requestWords } from './words.ts'

export type Sentence = Range & {
  readonly hasRequest: boolean
  readonly isList: boolean
  /** Whether a word such as “make” or “doch” changes what was said before. */
  readonly isCorrection: boolean
  hasItem: boolean
}

/** Reads one phrase: goods, or what is said about them. */
export function readGoodsPhrase(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  range: Range,
): void {
  const { tokens } = reading
  if (isDeclined(tokens, range)) {
    if (!removeItems(draft, reading, range))
      addNotes(draft, [leafOf(reading, range.from, range.to, 0.7)])
    return
  }
  const start = startOf(reading, range)
  let to = range.to
  while (
    to > start &&
    (fillersAfter.has(tokens[to - 1]?.lower ?? '') || tokens[to - 1]?.kind === 'mark') &&
    !/^[%"″°]$/.test(tokens[to - 1]?.text ?? '')
  )
    to -= 1
  if (start >= to) return
  const last = draft.items.at(-1)
  const content = last ? contentPhrase(reading, range.from, range.to) : undefined
  if (last && content) {
    addConstraints(last, [content])
    return
  }
  const counted = readQuantity(reading, start, to)
  if (counted?.unclear) refuse(draft, counted.unclear)
  const amount = last && !last.quantity ? bareMeasure(reading, start, to) : undefined
  if (last && amount) {
    addItem(draft, { what: undefined, ...amount, constraints: [] }, reading.messageAt)
    return
  }
  if (counted) {
    readCounted(draft, reading, sentence, counted, to)
    return
  }
  if (readTrailing(draft, reading, sentence, { from: start, to })) return
  readUncounted(draft, reading, sentence, { from: start, to }, range.from)
}

const contractions = new Set(["don't", "doesn't", "won't", 'don’t', 'doesn’t', 'won’t'])
const wanting = new Set(
  'need needs want require brauchen brauche benötigen wollen möchten'.split(' '),
)

/** `we don't need tables`, `wir brauchen keine Tische`, `no longer need`: what a buyer does not want. */
function isDeclined(tokens: readonly Token[], { from, to }: Range): boolean {
  const lowerAt = (at: number) => (at >= from && at < to ? (tokens[at]?.lower ?? '') : '')
  for (let at = from; at < to; at += 1) {
    if (!wanting.has(lowerAt(at))) continue
    const [before, beforeThat, next] = [lowerAt(at - 1), lowerAt(at - 2), lowerAt(at + 1)]
    if (contractions.has(before) || (before === 'not' && /^do(?:es)?$/.test(beforeThat)))
      return true
    if (before === 'longer' && beforeThat === 'no') return true
    if (/^keine[nrms]?$/.test(next)) return true
    if (next === 'no' && !/^(?:more|less|fewer|later)$/.test(lowerAt(at + 2))) return true
    const end = lowerAt(to - 1)
    return end === 'nicht' || (end === 'mehr' && lowerAt(to - 2) === 'nicht')
  }
  return false
}

/** After the fillers, and after the last verb that asks for something. */
function startOf(reading: Reading, { from, to }: Range): number {
  const { tokens } = reading
  let start = skipFillers(reading, from, to)
  for (let at = start; at < Math.min(to, start + 12); at += 1) {
    if (tokens[at]?.kind === 'number') break
    if (requestWords.has(tokens[at]?.lower ?? '')) start = skipFillers(reading, at + 1, to)
  }
  return start
}

/** `250 per carton`, `25 kg each`, `je 12,5 l`, `mit je 100 Stück`: what one package holds. */
function contentPhrase(reading: Reading, from: number, to: number): Leaf<string> | undefined {
  const { tokens, language } = reading
  const first = tokens[from]?.lower ?? ''
  if (['à', 'je', 'mit', 'with', 'zu', 'of', 'each'].includes(first)) {
    const content = readContent(reading, from, to)
    if (content && content.next >= to) return content.leaf
    if (first === 'je' || first === 'à') return undefined
  }
  const number = numberAt(tokens, from, language, 'count')
  if (!number) return undefined
  const tail = tokens.slice(number.next, to).map(({ lower }) => lower)
  const isPer = /^(?:per|pro|je|a|in)$/.test(tail.at(-2) ?? '') && tail.length <= 3
  const isEach = tail.at(-1) === 'each' && tail.length <= 3
  return isPer || isEach ? leafOf(reading, from, to, 0.9) : undefined
}

function readCounted(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  counted: NonNullable<ReturnType<typeof readQuantity>>,
  to: number,
): void {
  const goods = readGoods(reading, counted.next, to)
  const { constraints, notes } = readDescription(reading, { from: goods.next, to })
  if (!goods.what && !counted.quantity) return
  const hasGoods = goods.what !== undefined || draft.items.length > 0
  if (!goods.what && isStray(draft, reading, sentence)) {
    addNotes(draft, [leafOf(reading, sentence.from, sentence.to, 0.4)])
    return
  }
  const unitWord = reading.tokens[counted.next - 1]
  const isPackage = unitOfWord(unitWord?.lower ?? '')?.kind === 'package'
  // “50 bottles” with nothing else: the packages are the goods.
  const what =
    goods.what ??
    (!hasGoods && isPackage ? leafOf(reading, counted.next - 1, counted.next, 0.6) : undefined)
  addItem(
    draft,
    {
      what,
      quantity: counted.quantity,
      unit: counted.unit,
      constraints: [...counted.constraints, ...goods.constraints, ...constraints],
    },
    reading.messageAt,
  )
  addNotes(draft, notes)
  sentence.hasItem = true
}

/** A message of a few words is an answer or a correction as a whole. */
const answerTokensMax = 8

/** A bare number that corrects nothing, such as one in a file name: goods that have a quantity keep it. */
function isStray(
  draft: Draft,
  { tokens, messageAt }: Reading,
  { isCorrection }: Sentence,
): boolean {
  const last = draft.items.at(-1)
  const isAnswer = tokens.length <= answerTokensMax
  if (!last?.quantity || last.messageAt >= messageAt || isAnswer) return false
  return !isCorrection
}

/** `Coffee, 25 kg`: goods without a quantity are counted by the measure that follows. */
function bareMeasure(reading: Reading, at: number, to: number) {
  const { tokens, language } = reading
  const number = numberAt(tokens, at, language, 'measure')
  const word = tokens[to - 1]
  const unit = unitOfWord(word?.lower ?? '')
  if (!number?.value || number.next !== to - 1 || unit?.kind !== 'measure' || !word)
    return undefined
  return {
    quantity: spanned(reading, number.value, number, 0.8),
    unit: spanned(reading, unit.code, word, 0.8),
  }
}

/** `Helmets 75 pieces`. Returns whether the phrase is one. */
function readTrailing(draft: Draft, reading: Reading, sentence: Sentence, range: Range): boolean {
  const { from, to } = range
  const trailing = trailingQuantity(reading, from, to)
  if (!trailing) return false
  const { at, counted } = trailing
  const goods = readGoods(reading, from, at)
  const rest = readDescription(reading, { from: goods.next, to: at })
  const after = readDescription(reading, { from: counted.next, to })
  const constraints = [
    ...goods.constraints,
    ...rest.constraints,
    ...counted.constraints,
    ...after.constraints,
  ]
  const { quantity, unit } = counted
  addItem(draft, { what: goods.what, quantity, unit, constraints }, reading.messageAt)
  addNotes(draft, [...rest.notes, ...after.notes])
  sentence.hasItem = true
  return true
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

function readUncounted(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  range: Range,
  opened: number,
): void {
  const { tokens } = reading
  const last = draft.items.at(-1)
  const before = tokens.slice(opened, range.from)
  const article = before.at(-1)
  const isPurpose = before.some(({ lower }) => lower === 'for' || lower === 'für')
  const isSaid = looksLikeSentence(tokens, { from: opened, to: range.to })
  const hasRequest =
    before.some(({ lower }) => requestWords.has(lower)) ||
    (sentence.hasRequest && !sentence.hasItem && !isSaid)
  const opensGoods =
    (hasRequest && !sentence.hasItem && !(isPurpose && last)) || sentence.isList || !last
  if (opensGoods && (hasRequest || sentence.isList || !isSaid)) {
    const goods = readGoods(reading, range.from, range.to)
    const rest = readDescription(reading, { from: goods.next, to: range.to })
    if (goods.what) {
      const isOne = article !== undefined && articles.has(article.lower)
      const quantity = isOne ? spanned(reading, '1', article, 0.6) : undefined
      const unit = isOne ? spanned(reading, 'C62', article, 0.6) : undefined
      addItem(
        draft,
        {
          what: goods.what,
          quantity,
          unit,
          constraints: [...goods.constraints, ...rest.constraints],
        },
        reading.messageAt,
      )
      addNotes(draft, rest.notes)
      sentence.hasItem = true
      return
    }
  }
  const whole = { from: keepsOpening(tokens, opened, range.from), to: range.to }
  if (last && !looksLikeSentence(tokens, range)) {
    const { constraints, notes } = readDescription(reading, whole)
    addConstraints(last, constraints)
    addNotes(draft, notes)
    return
  }
  addNotes(draft, [leafOf(reading, opened, range.to, 0.5)])
}

/** `für das Büro` begins with its preposition although that is a filler elsewhere. */
function keepsOpening(tokens: readonly Token[], opened: number, from: number): number {
  for (let at = opened; at < from; at += 1) {
    const { lower } = tokens[at] as Token
    if (negating.has(lower) || /^(?:for|für|with|mit|in|aus)$/.test(lower)) return at
  }
  return from
}

export function skipFillers({ tokens, language }: Reading, from: number, to: number): number {
  let at = from
  const isNumber = () => numberAt(tokens, at, language, 'count') !== undefined
  while (
    at < to &&
    !isNumber() &&
    (fillersBefore.has(tokens[at]?.lower ?? '') || tokens[at]?.kind === 'mark')
  )
    at += 1
  return at
}
