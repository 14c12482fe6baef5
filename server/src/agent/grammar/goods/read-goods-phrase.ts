import {
  addConstraints,
  addItem,
  addNotes,
  assumedUnit,
  type Draft,
  type DraftItem,
  doubt,
  isArticle,
  refuse,
  removeItems,
} from '../draft.ts'
import { numberAt } from '../numbers/numbers.ts'
import { startOf } from '../phrase-start.ts'
import { type GoodsFound, readGoods, readQuantity } from '../read-phrase.ts'
import { readTrailing } from '../read-trailing.ts'
import { leafOf, leafOfSpan, type Reading } from '../reading.ts'
import { afterSubject, isRequestPart, reports } from '../reports.ts'
import type { Sentence } from '../sentence.ts'
import type { Range } from '../sentences.ts'
import { unitOfWord } from '../units.ts'
import { fillersAfter, finiteVerbs } from '../words.ts'
import { changesEach, changesMeasure } from './corrected-quantities.ts'
import {
  contentPhrase,
  continuesDescription,
  isDeclined,
  opensDescription,
} from './describing-phrases.ts'
import { readDescription } from './descriptions.ts'
import { describesLast, isGoods, startsWithVerb } from './goods-names.ts'
import { embeddedStart, readSameNumber, readVague } from './inner-quantities.ts'
import { readUncounted } from './read-uncounted.ts'
import { reportedIn } from './reported-goods.ts'

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
  const last = draft.items.at(-1)
  const isReport = reports(reading, range) || (sentence.isReport && !isRequestPart(reading, range))
  sentence.isReport = isReport
  if (isReport && !sentence.isStrongCorrection) {
    draft.reported = reportedIn(reading, range) ?? draft.reported
    addNotes(draft, [leafOf(reading, range.from, range.to, 0.4)])
    return
  }
  if (changesMeasure(draft, reading, sentence, range)) return
  if (last && continuesDescription(reading, sentence, range)) {
    addConstraints(last, [leafOf(reading, range.from, range.to, 0.85)])
    return
  }
  if (opensDescription(tokens, range)) {
    const described = [leafOf(reading, range.from + 1, range.to, last ? 0.85 : 0.5)]
    if (last) addConstraints(last, described)
    else addNotes(draft, described)
    return
  }
  const subject = afterSubject(reading, range)
  const opening = startOf(reading, { from: subject, to: range.to })
  const start = embeddedStart(reading, opening, range.to, sentence) ?? opening
  let to = range.to
  while (
    to > start &&
    (fillersAfter.has(tokens[to - 1]?.lower ?? '') || tokens[to - 1]?.kind === 'mark') &&
    !/^[%"″°]$/.test(tokens[to - 1]?.text ?? '') &&
    !(tokens[to - 2]?.kind === 'number' && /^[AVWKCF]$/.test(tokens[to - 1]?.text ?? '')) &&
    // `HP 26A`
    !(tokens[to - 2]?.kind === 'number' && tokens[to - 2]?.end === tokens[to - 1]?.start)
  )
    to -= 1
  if (start >= to) return
  const content = last ? contentPhrase(reading, range.from, range.to) : undefined
  if (last && content) {
    addConstraints(last, [content])
    return
  }
  if (changesEach(draft, reading, sentence, range)) return
  if (readSameNumber(draft, reading, range)) {
    sentence.hasItem = true
    return
  }
  if (readVague(draft, reading, sentence, { from: range.from, to })) return
  const counted = readQuantity(reading, start, to)
  if (counted?.unclear) refuse(draft, counted.unclear)
  const amount = last && !last.quantity ? bareMeasure(reading, start, to) : undefined
  if (last && amount) {
    addItem(draft, { what: undefined, ...amount, constraints: [] }, reading.messageAt)
    return
  }
  if (counted) {
    readCounted(draft, reading, sentence, counted, { from: start, to })
    return
  }
  if (readTrailing(draft, reading, sentence, { from: start, to })) return
  readUncounted(draft, reading, sentence, { from: start, to }, subject)
}

type Counted = NonNullable<ReturnType<typeof readQuantity>>

function readCounted(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  counted: Counted,
  range: Range,
): void {
  const { to } = range
  const named = readGoods(reading, counted.next, to)
  const last = draft.items.at(-1)
  if (last && describesLast(reading, range, named.what?.value)) {
    addConstraints(last, [leafOf(reading, range.from, to, 0.85)])
    return
  }
  const isNamed = named.what !== undefined && isGoods(named.what.value)
  const hasOwnUnit = (counted.unit?.confidence ?? 0) > assumedUnit
  if (named.what && !isNamed && !(hasOwnUnit && last && !last.quantity)) {
    readNoGoods(draft, reading, counted, named.what.value, range)
    return
  }
  const goods = goodsOf(named, isNamed, last, to)
  // `12 lamps are broken`: the goods are what a clause speaks of, and not what it asks for.
  const isSubject = goods.next < to && finiteVerbs.has(reading.tokens[goods.next]?.lower ?? '')
  if (goods.what && isSubject && !isRequestPart(reading, range)) {
    doubt(draft, reading.text.slice(reading.tokens[range.from]?.start, reading.tokens[to - 1]?.end))
    return
  }
  const { constraints, notes } = readDescription(reading, { from: goods.next, to })
  const isPackage = unitOfWord(reading.tokens[counted.next - 1]?.lower ?? '')?.kind === 'package'
  // “50 bottles” with nothing else: the packages are the goods, unless the goods before lack a number.
  const isJoined = /^(?:and|und|sowie|plus)$/.test(reading.tokens[range.from - 1]?.lower ?? '')
  const isBare = !goods.what && isPackage && (!last || (isJoined && last.quantity !== undefined))
  if (!goods.what && !isBare && readNameless(draft, reading, sentence, counted, range)) return
  const what = isBare ? leafOf(reading, counted.next - 1, counted.next, 0.6) : goods.what
  addItem(
    draft,
    {
      what,
      quantity: counted.quantity,
      unit: counted.unit,
      constraints: [...counted.constraints, ...goods.constraints, ...constraints],
    },
    reading.messageAt,
    sentence.isStrongCorrection ? 'correction' : 'usual',
  )
  addNotes(draft, notes)
  sentence.hasItem = true
}

/** What the words behind a number name. A code describes the goods before that lack a quantity: `Reifen: 56 Stück 205/55 R16`. */
function goodsOf(
  named: GoodsFound,
  isNamed: boolean,
  last: DraftItem | undefined,
  to: number,
): GoodsFound {
  const { what } = named
  const isCode = what !== undefined && !/\p{L}{3}/u.test(what.value)
  if (what && isCode && last && !last.quantity)
    return { what: undefined, constraints: [what], next: named.next }
  return isNamed || !what ? named : { what: undefined, constraints: [], next: to }
}

/** `12 people`, `14 would do`: what a number counts is no goods. */
function readNoGoods(
  draft: Draft,
  reading: Reading,
  { quantity, unit }: Counted,
  words: string,
  { from, to }: Range,
): void {
  const last = draft.items.at(-1)
  if (startsWithVerb(words) && last && !last.quantity)
    addItem(draft, { what: undefined, quantity, unit, constraints: [] }, reading.messageAt)
  else addNotes(draft, [leafOf(reading, from, to, 0.5)])
}

/** A number without a name of goods. Returns whether it counts none of the goods before, or goods that were reported. */
function readNameless(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  { quantity, unit }: Counted,
  { from, to }: Range,
): boolean {
  const last = draft.items.at(-1)
  if (!quantity) return true
  if (!last && draft.reported) {
    addItem(draft, { ...draft.reported, quantity }, reading.messageAt)
    draft.reported = undefined
    sentence.hasItem = true
    return true
  }
  if (!last && sentence.pending) {
    const what = sentence.pending
    addItem(draft, { what, quantity, unit, constraints: [] }, reading.messageAt)
    sentence.hasItem = true
    return true
  }
  const isAnswer = reading.tokens.length <= answerTokensMax
  const hasOwnUnit = (unit?.confidence ?? 0) > assumedUnit
  const isCounted = last?.quantity && last.messageAt >= reading.messageAt && !isArticle(last)
  if ((!last && !hasOwnUnit && !isAnswer) || (isCounted && !sentence.isStrongCorrection)) {
    doubt(draft, reading.text.slice(reading.tokens[from]?.start, reading.tokens[to - 1]?.end))
    return true
  }
  if (!isStray(draft, reading, sentence)) return false
  addNotes(draft, [leafOf(reading, sentence.from, sentence.to, 0.4)])
  return true
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
    quantity: leafOfSpan(reading, number.value, number, 0.8),
    unit: leafOfSpan(reading, unit.code, word, 0.8),
  }
}
