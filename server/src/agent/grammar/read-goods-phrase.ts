import type { Leaf } from '../brief.ts'
import { looksLikeSentence, readDescription } from './descriptions.ts'
import {
  addConstraints,
  addItem,
  addNotes,
  assumedUnit,
  type Draft,
  doubt,
  type ItemFound,
  refuse,
  removeItems,
} from './draft.ts'
import { describesLast, isGoods, startsWithVerb } from './goods-names.ts'
import { embeddedStart, readSameNumber, readVague } from './inner-quantities.ts'
import { numberAt } from './numbers.ts'
import { opensPackage, readContent, readGoods, readQuantity } from './read-phrase.ts'
import { leafOf, type Reading, spanned } from './reading.ts'
import type { Range } from './sentences.ts'
import { afterSubject, asks, tells, tellsRequest } from './reports.ts'
import { columnOf } from './table-columns.ts'
import type { Token } from './tokens.ts'
import { unitOfWord } from './units.ts'
import { articles, fillersAfter, fillersBefore, negating, requestWords } from './words.ts'

export type Sentence = Range & {
  readonly hasRequest: boolean
  readonly isList: boolean
  /** Whether a word such as “make” or “doch” changes what was said before. */
  readonly isCorrection: boolean
  /** Whether it changes what the same message said before. */
  readonly isStrongCorrection: boolean
  /** Whether it asks for goods that it does not count: `Do you have shelves?` */
  readonly asksForStock: boolean
  /** Whether it says `qty` or `Mengen`. */
  readonly namesQuantities: boolean
  hasItem: boolean
  /** Whether the phrase before told something: the next one goes on telling until it asks. */
  isTelling: boolean
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
  const last = draft.items.at(-1)
  const isTelling = tells(reading, range) || (sentence.isTelling && !asks(reading, range))
  sentence.isTelling = isTelling
  if (isTelling && !sentence.isStrongCorrection) {
    if (tellsRequest(reading, range)) draft.told = toldIn(reading, range) ?? draft.told
    addNotes(draft, [leafOf(reading, range.from, range.to, 0.4)])
    return
  }
  if (changesMeasure(draft, reading, sentence, range)) return
  if (last && continuesDescription(reading, sentence, range)) {
    addConstraints(last, [leafOf(reading, range.from, range.to, 0.85)])
    return
  }
  if (last && opensDescription(tokens, range)) {
    addConstraints(last, [leafOf(reading, range.from + 1, range.to, 0.85)])
    return
  }
  const subject = afterSubject(reading, range)
  const opening = startOf(reading, { from: subject, to: range.to })
  const start = embeddedStart(reading, opening, range.to) ?? opening
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

/** The goods that a clause about an earlier request names. */
function toldIn(reading: Reading, { from, to }: Range): ItemFound | undefined {
  for (let at = from; at < to; at += 1) {
    const counted = readQuantity(reading, at, to)
    if (!counted?.quantity) continue
    const { what, constraints } = readGoods(reading, counted.next, to)
    if (!what || !isGoods(what.value)) continue
    return { what, quantity: counted.quantity, unit: counted.unit, constraints }
  }
  return undefined
}

/** `200 m of rope. Actually 250 m please`: a correction in the unit of the goods before. */
function changesMeasure(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  { from, to }: Range,
): boolean {
  const { tokens, language } = reading
  const last = draft.items.at(-1)
  const known = last ?? draft.told
  if (!known?.quantity || !sentence.isStrongCorrection) return false
  for (let at = from; at < to; at += 1) {
    const number = tokens[at]?.kind === 'number' && numberAt(tokens, at, language, 'measure')
    if (!number || !number.value || number.next >= to) continue
    const unit = unitOfWord(tokens[number.next]?.lower ?? '')
    if (unit?.kind !== 'measure' || unit.code !== known.unit?.value) continue
    const rest = readGoods(reading, number.next + 1, to).what
    if (rest && !fillersBefore.has(rest.value.toLowerCase())) return false
    const quantity = spanned(reading, number.value, number, 0.9)
    if (last) last.quantity = quantity
    else if (draft.told) addItem(draft, { ...draft.told, quantity }, reading.messageAt)
    return true
  }
  return false
}

/** `mit 150 bar und 25 m Schlauch`: a measure that `und` joins to a description describes too. */
function continuesDescription(
  reading: Reading,
  sentence: Sentence,
  { from, to }: Range,
): boolean {
  const { tokens, language } = reading
  if (!/^(?:and|und)$/.test(tokens[from - 1]?.lower ?? '')) return false
  const number = numberAt(tokens, from, language, 'measure')
  const kind = number && unitOfWord(tokens[number.next]?.lower ?? '')?.kind
  if (!number || number.next >= to || kind !== 'measure') return false
  for (let back = from - 2; back >= sentence.from && from - back < 12; back -= 1) {
    const { lower } = tokens[back] as Token
    if (/^[,;.:]$/.test(lower)) return false
    if (/^(?:mit|with)$/.test(lower)) return true
  }
  return false
}

/** `with 2 handles`, `inkl. 3 Jahren Garantie`: a number behind the goods that counts a part of each. */
function opensDescription(tokens: readonly Token[], { from, to }: Range): boolean {
  const [first, second] = [tokens[from], tokens[from + 1]]
  const opens = /^(?:with|w|including|incl\.?|mit|inkl\.?|inklusive)$/.test(first?.lower ?? '')
  return opens && second?.kind === 'number' && from + 2 < to
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
    if (before === 'no' && next === 'for') return true
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
    if (!requestWords.has(tokens[at]?.lower ?? '')) continue
    const after = afterAdverbs(reading, skipFillers(reading, at + 1, to), to)
    // The verb at the end asks for what stands before it: `Blauer Engel anbieten`.
    if (after < to || reading.language === 'en') start = after
  }
  return start
}

/** `brauchen kurzfristig ein Paar Akkus`: words without a capital letter before a number or an article. */
function afterAdverbs({ tokens, language }: Reading, from: number, to: number): number {
  for (let at = from; at < Math.min(to, from + 4); at += 1) {
    const token = tokens[at] as Token
    const isCount = numberAt(tokens, at, language, 'count') !== undefined
    if (isCount || opensPackage(tokens, at, to)) return at
    if (token.kind !== 'word' || !/^\p{Ll}+$/u.test(token.text)) return from
  }
  return from
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
    if (startsWithVerb(named.what.value) && last && !last.quantity) {
      addItem(
        draft,
        { what: undefined, quantity: counted.quantity, unit: counted.unit, constraints: [] },
        reading.messageAt,
      )
      return
    }
    addNotes(draft, [leafOf(reading, range.from, to, 0.5)])
    return
  }
  // `Reifen: 56 Stück 205/55 R16`: a code describes the goods before that lack a quantity.
  const isCode = named.what !== undefined && !/\p{L}{3}/u.test(named.what.value)
  const isOfLast = isCode && last !== undefined && !last.quantity
  const described = { what: undefined, constraints: named.what ? [named.what] : [], next: named.next }
  const goods = isOfLast
    ? described
    : isNamed || !named.what
      ? named
      : { what: undefined, constraints: [], next: to }
  const { constraints, notes } = readDescription(reading, { from: goods.next, to })
  if (!goods.what && !counted.quantity) return
  if (
    !goods.what &&
    !last &&
    !draft.told &&
    !hasOwnUnit &&
    reading.tokens.length > answerTokensMax
  ) {
    doubt(draft, reading.text.slice(reading.tokens[range.from]?.start, reading.tokens[to - 1]?.end))
    return
  }
  if (!goods.what && !last && draft.told) {
    addItem(draft, { ...draft.told, quantity: counted.quantity }, reading.messageAt)
    draft.told = undefined
    sentence.hasItem = true
    return
  }
  const hasGoods = goods.what !== undefined || last !== undefined
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
    sentence.isStrongCorrection ? 'correction' : 'usual',
  )
  addNotes(draft, notes)
  sentence.hasItem = true
}

/** A message of a few words is an answer or a correction as a whole. */
const answerTokensMax = 8
/** In a longer message goods without a quantity need a word that asks for them. */
const namingTokensMax = 24

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

const fillersOfCount = new Set(
  'nur only now jetzt bitte please just at to auf stay stays bleiben qty qty. : ='.split(' '),
)

/** `Helmets 75 pieces`. Returns whether the phrase is one. */
function readTrailing(draft: Draft, reading: Reading, sentence: Sentence, range: Range): boolean {
  const { from, to } = range
  const trailing: ReturnType<typeof bareTrailing> =
    trailingQuantity(reading, from, to) ??
    (sentence.isStrongCorrection || sentence.namesQuantities
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
  const quantity = spanned(reading, number.value, number, 0.85)
  const found = { quantity, unit: spanned(reading, unit.code, word, 0.9), constraints: [] }
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
  const isPurpose = before.some(({ lower }, at) => isPurposeAt(lower, before[at - 1]?.lower ?? ''))
  const isSaid = looksLikeSentence(tokens, { from: opened, to: range.to })
  const hasRequest =
    before.some(({ lower }) => requestWords.has(lower)) ||
    isLabelled(tokens, opened) ||
    (sentence.hasRequest &&
      !sentence.hasItem &&
      (sentence.asksForStock || (!isSaid && isAsked(reading, sentence, range.from))))
  const opensGoods = !isPurpose && ((hasRequest && !sentence.hasItem) || sentence.isList || !last)
  const isAnswer = tokens.length <= namingTokensMax
  if (
    opensGoods &&
    (hasRequest || sentence.isList || (!isSaid && isAnswer && !sentence.hasRequest))
  ) {
    const goods = readGoods(reading, range.from, range.to)
    const rest = readDescription(reading, { from: goods.next, to: range.to })
    if (goods.what && isGoods(goods.what.value)) {
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

/** `looking for` asks, and `brauchen für die Werkstatt` says what for. */
function isPurposeAt(lower: string, before: string): boolean {
  if (lower !== 'for' && lower !== 'für') return false
  return !/^(?:looking|look|searching|search|quote|quotation|offer|price|prices|ask|asking|need|order|request|angebot|anfrage|bedarf|preis|preise|go)$/.test(
    before,
  )
}

/** `Artikel: Feuerlöscher`. */
function isLabelled(tokens: readonly Token[], at: number): boolean {
  const [label, colon] = [tokens[at - 2], tokens[at - 1]]
  return colon?.text === ':' && label !== undefined && columnOf(label.text) === 'goods'
}

/** A word that asks stands before the goods, or nothing in the sentence is counted. */
function isAsked({ tokens }: Reading, { from, to }: Range, at: number): boolean {
  const isBefore = tokens.slice(from, at).some(({ lower }) => requestWords.has(lower))
  return isBefore || !tokens.slice(at, to).some(({ kind }) => kind === 'number')
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
    !opensPackage(tokens, at, to) &&
    (fillersBefore.has(tokens[at]?.lower ?? '') || tokens[at]?.kind === 'mark')
  )
    at += 1
  return at
}
