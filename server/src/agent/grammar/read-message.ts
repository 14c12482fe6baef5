import type { Leaf, Message } from '../brief.ts'
import { type DateContext, findDates } from './dates.ts'
import type { Day } from './days.ts'
import { looksLikeSentence, readDescription, readRequirement } from './descriptions.ts'
import { addConstraints, addItem, type Draft, type DraftItem, notesMax, sameGoods, unclearMax } from './draft.ts'
import { languageOf } from './language.ts'
import { maskNoise, readUrgency } from './mask-noise.ts'
import { findMoney, type MoneyFound } from './money.ts'
import { numberAt } from './numbers.ts'
import { findPlaces } from './places.ts'
import { readContent, readGoods, readQuantity } from './read-phrase.ts'
import { leafOf, type Reading, spanned, take, tokensOfSpan } from './reading.ts'
import { phrasesOf, type Range, sentencesOf } from './sentences.ts'
import { type Token, tokenize } from './tokens.ts'
import { unitOfWord } from './units.ts'
import { articles, fillersAfter, fillersBefore, negating, requestWords } from './words.ts'

export type MessageContext = {
  readonly currency: string
  readonly today: Day
  readonly isMonthFirst: boolean
}

/** Reads one message of the buyer into the draft. */
export function readMessage(draft: Draft, message: Message, messageAt: number, context: MessageContext): void {
  const tokens = tokenize(message.text)
  const language = languageOf(tokens, draft.language)
  draft.language = language
  const reading: Reading = {
    messageId: message.id,
    messageAt,
    text: message.text,
    tokens,
    language,
    free: new Uint8Array(tokens.length).fill(1),
    currency: context.currency,
  }
  maskNoise(reading)
  addNotes(draft, readUrgency(reading))
  readDates(draft, reading, { ...context, language })
  readPlaces(draft, reading)
  const isFree = (at: number) => reading.free[at] === 1
  for (const sentence of sentencesOf(tokens, isFree)) readSentence(draft, reading, sentence)
}

const dateLeads = new Set(
  ('by before until till on no later than at the latest needed need required due delivery deliver delivered deadline date dates is be in within for and must should arrive arriving we it them want : ' +
    'bis zum zur am vor spätestens liefertermin lieferdatum lieferung geliefert termin im in der den dem ab nächste nächsten die wird werden benötigt gebraucht soll sollen muss müssen wunschtermin lieferbar da und es : spätester late wir brauchen sie').split(' '),
)
const otherDates = new Set('quote quotes offer angebot angebote rückmeldung reply answer invoice rechnung meeting termin: seit since ordered bestellt vom dated call'.split(' '))

function readDates(draft: Draft, reading: Reading, context: DateContext): void {
  const { tokens } = reading
  for (const found of findDates(reading.text, context)) {
    const { from, to } = tokensOfSpan(reading, found)
    if (from >= to || reading.free[from] === 0) continue
    const isOther = tokens
      .slice(Math.max(0, from - 5), from)
      .some(({ lower }) => otherDates.has(lower))
    let lead = from
    while (lead > 0 && from - lead < 8 && reading.free[lead - 1] === 1 && dateLeads.has(tokens[lead - 1]?.lower ?? '')) {
      lead -= 1
    }
    let end = to
    while (end < to + 3 && /^(?:at|the|latest|spätestens|geliefert|delivered)$/.test(tokens[end]?.lower ?? '')) end += 1
    take(reading, lead, end)
    if (isOther) {
      addNotes(draft, [leafOf(reading, Math.max(lead - 1, 0), end, 0.6)])
      continue
    }
    draft.neededBy = spanned(reading, found.value, found, found.value.precision === 'day' ? 0.9 : 0.75)
  }
}

function readPlaces(draft: Draft, reading: Reading): void {
  const isFree = (at: number) => reading.free[at] === 1
  for (const place of findPlaces(reading.tokens, isFree)) {
    take(reading, place.from, place.to)
    if (place.isCity) {
      draft.city = spanned(reading, reading.text.slice(place.start, place.end), place, 0.9)
      draft.country = spanned(reading, place.country, place, 0.8)
    } else {
      if (draft.city && draft.country?.value !== place.country) {
        const isSameMessage = 'messageId' in draft.city.source && draft.city.source.messageId === reading.messageId
        if (!isSameMessage) delete draft.city
      }
      draft.country = spanned(reading, place.country, place, 0.95)
    }
  }
}

const removing = new Set('drop remove cancel forget scrap skip delete weglassen entfernen streichen streich streichen stornieren raus weg'.split(' '))
const modalWords = new Set('must müssen muss sollen sollten should shall soll sollte'.split(' '))
const replacing = new Set(['instead', 'statt', 'anstatt', 'anstelle'])

type Sentence = Range & {
  readonly hasRequest: boolean
  readonly isList: boolean
  hasItem: boolean
  price: Leaf<{ amount: string }> | undefined
}

function readSentence(draft: Draft, reading: Reading, range: Range): void {
  const { tokens } = reading
  const words = new Set(tokens.slice(range.from, range.to).map(({ lower }) => lower))
  if (removes(words) && removeItems(draft, words)) return
  takeReplaced(reading, range)
  const isFree = (at: number) => reading.free[at] === 1
  const amounts = findMoney(tokens, { ...range, language: reading.language, currency: reading.currency, isFree })
  for (const { from, to } of amounts) take(reading, from, to)
  const startsItem = (at: number) => opensItem(reading, at)
  if ([...modalWords].some((word) => words.has(word)) && draft.items.length > 0) {
    const phrases = phrasesOf(tokens, range, isFree, startsItem)
    const hasQuantity = phrases.some(({ from, to }) => readQuantity(reading, skipFillers(reading, from, to), to))
    if (!hasQuantity) {
      for (const phrase of phrases) addConstraints(draft.items.at(-1) as DraftItem, readRequirement(reading, phrase))
      addAmounts(draft, reading, amounts)
      return
    }
  }
  const isList = isPlainList(reading, range, words)
  const sentence: Sentence = {
    ...range,
    hasRequest: [...words].some((word) => requestWords.has(word)),
    isList,
    hasItem: false,
    price: undefined,
  }
  const joint = (at: number) => startsItem(at) || isList
  readInOrder(draft, reading, sentence, phrasesOf(tokens, range, isFree, joint), amounts)
}

/** Phrases and amounts in the order of the text, so that a price belongs to the goods before it. */
function readInOrder(
  draft: Draft,
  reading: Reading,
  sentence: Sentence,
  phrases: readonly Range[],
  amounts: readonly MoneyFound[],
): void {
  let next = 0
  const waiting: MoneyFound[] = []
  for (const phrase of phrases) {
    while ((amounts[next]?.from ?? Number.POSITIVE_INFINITY) < phrase.from) {
      const amount = amounts[next++] as MoneyFound
      if (sentence.hasItem || (draft.items.length > 0 && !sentence.hasRequest)) addAmounts(draft, reading, [amount])
      else waiting.push(amount)
    }
    readPhrase(draft, reading, sentence, phrase)
    if (sentence.hasItem) addAmounts(draft, reading, waiting.splice(0))
  }
  addAmounts(draft, reading, [...waiting, ...amounts.slice(next)])
}

function removes(words: ReadonlySet<string>): boolean {
  if ([...removing].some((word) => words.has(word))) return true
  return words.has('doch') && (words.has('nicht') || words.has('keine'))
}

function removeItems(draft: Draft, words: ReadonlySet<string>): boolean {
  const kept = draft.items.filter(({ what }) => {
    const last = what?.value.split(/\s+/).at(-1)
    return !last || ![...words].some((word) => sameGoods(word, last))
  })
  const hasRemoved = kept.length < draft.items.length
  draft.items = kept
  return hasRemoved
}

/** `20 instead of 10`: the number after the word is the old one. */
function takeReplaced(reading: Reading, { from, to }: Range): void {
  const { tokens, language } = reading
  for (let at = from; at < to; at += 1) {
    if (!replacing.has(tokens[at]?.lower ?? '')) continue
    const first = ['of', 'von', 'der', 'den'].includes(tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1
    const number = numberAt(tokens, first, language, 'count')
    if (number && number.next <= to) take(reading, at, number.next)
    else take(reading, at, at + 1)
  }
}

function opensItem(reading: Reading, at: number): boolean {
  const { tokens, language } = reading
  // `two hundred and fifty`
  if (/^(?:hundred|thousand)$/.test(tokens[at - 2]?.lower ?? '')) return false
  let first = at
  while (first < at + 3 && ['also', 'another', 'noch', 'auch', 'weitere', 'about', 'etwa', 'ca.', 'zusätzlich'].includes(tokens[first]?.lower ?? '')) {
    first += 1
  }
  const word = tokens[first]?.lower ?? ''
  return numberAt(tokens, first, language, 'count') !== undefined || articles.has(word)
}

/** `We need chairs, tables and lamps`: goods without numbers. */
function isPlainList(reading: Reading, { from, to }: Range, words: ReadonlySet<string>): boolean {
  if (!(words.has('and') || words.has('und')) || ![...words].some((word) => requestWords.has(word))) return false
  let hasComma = false
  let afterComma = 0
  for (let at = from; at < to; at += 1) {
    const token = reading.tokens[at] as Token
    if (reading.free[at] === 0) continue
    if (token.kind === 'number') return false
    if (token.text === ',') [hasComma, afterComma] = [true, at]
    if (hasComma && /^(?:and|und)$/.test(token.lower) && at - afterComma <= 4) return to - at <= 4
  }
  return false
}

function skipFillers({ tokens, language }: Reading, from: number, to: number): number {
  let at = from
  const isNumber = () => numberAt(tokens, at, language, 'count') !== undefined
  while (at < to && !isNumber() && (fillersBefore.has(tokens[at]?.lower ?? '') || tokens[at]?.kind === 'mark')) at += 1
  return at
}

function readPhrase(draft: Draft, reading: Reading, sentence: Sentence, range: Range): void {
  const { tokens } = reading
  const start = startOf(reading, range)
  let to = range.to
  while (to > start && (fillersAfter.has(tokens[to - 1]?.lower ?? '') || tokens[to - 1]?.kind === 'mark') && !/^[%"″°]$/.test(tokens[to - 1]?.text ?? '')) to -= 1
  if (start >= to) return
  const last = draft.items.at(-1)
  const content = last ? contentPhrase(reading, range.from, range.to) : undefined
  if (last && content) return addConstraints(last, [content])
  const counted = readQuantity(reading, start, to)
  if (counted?.unclear) return refuse(draft, reading, counted.unclear)
  const amount = last && !last.quantity ? bareMeasure(reading, start, to) : undefined
  if (last && amount) {
    addItem(draft, { what: undefined, ...amount, constraints: [] }, reading.messageAt)
    return
  }
  if (counted?.quantity) return readCounted(draft, reading, sentence, counted, to)
  const trailing = trailingQuantity(reading, start, to)
  if (trailing) {
    const goods = readGoods(reading, start, trailing.at)
    const rest = readDescription(reading, { from: goods.next, to: trailing.at })
    const after = readDescription(reading, { from: trailing.counted.next, to })
    const constraints = [...goods.constraints, ...rest.constraints, ...trailing.counted.constraints, ...after.constraints]
    addItem(draft, { what: goods.what, quantity: trailing.counted.quantity, unit: trailing.counted.unit, constraints }, reading.messageAt)
    addNotes(draft, [...rest.notes, ...after.notes])
    sentence.hasItem = true
    return
  }
  readUncounted(draft, reading, sentence, { from: start, to }, range.from)
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
  const hasGoods = goods.what !== undefined || draft.items.length > 0
  if (!goods.what && isStray(draft, reading, sentence)) {
    return addNotes(draft, [leafOf(reading, sentence.from, sentence.to, 0.4)])
  }
  const unitWord = reading.tokens[counted.next - 1]
  const isPackage = unitOfWord(unitWord?.lower ?? '')?.kind === 'package'
  // “50 bottles” with nothing else: the packages are the goods.
  const what = goods.what ?? (!hasGoods && isPackage ? leafOf(reading, counted.next - 1, counted.next, 0.6) : undefined)
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

const correcting = new Set('make change actually rather instead increase reduce only just now still need lieber doch statt besser ändern erhöhen nur sondern jetzt brauchen'.split(' '))
/** A message of a few words is an answer or a correction as a whole. */
const answerTokensMax = 8

/** A bare number that corrects nothing, such as one in a file name: goods that have a quantity keep it. */
function isStray(draft: Draft, { tokens, messageAt }: Reading, { from, to }: Range): boolean {
  const last = draft.items.at(-1)
  if (!last?.quantity || last.messageAt >= messageAt || tokens.length <= answerTokensMax) return false
  return !tokens.slice(from, to).some(({ lower }) => correcting.has(lower))
}

/** `Coffee, 25 kg`: goods without a quantity are counted by the measure that follows. */
function bareMeasure(reading: Reading, at: number, to: number) {
  const { tokens, language } = reading
  const number = numberAt(tokens, at, language, 'measure')
  const word = tokens[to - 1]
  const unit = unitOfWord(word?.lower ?? '')
  if (!number?.value || number.next !== to - 1 || unit?.kind !== 'measure' || !word) return undefined
  return {
    quantity: spanned(reading, number.value, number, 0.8),
    unit: spanned(reading, unit.code, word, 0.8),
  }
}

/** `Helmets 75 pieces`. */
function trailingQuantity(reading: Reading, from: number, to: number) {
  const { tokens } = reading
  for (let at = from + 1; at < to; at += 1) {
    if (tokens[at]?.kind !== 'number') continue
    const next = tokens[at + 1]
    const isSpec = tokens[at - 1]?.text === '/' || /^(?:size|größe|en|din|iso|ip|ral)$/.test(tokens[at - 1]?.lower ?? '')
    const unit = unitOfWord(next?.lower ?? '')
    if (isSpec || !unit || unit.kind === 'spec' || unit.kind === 'measure') continue
    if (/^(?:of|à|je|with|mit|zu)$/.test(tokens[at - 1]?.lower ?? '')) continue
    const counted = readQuantity(reading, at, to)
    if (counted?.quantity) return { at, counted }
  }
  return undefined
}

function readUncounted(draft: Draft, reading: Reading, sentence: Sentence, range: Range, opened: number): void {
  const { tokens } = reading
  const last = draft.items.at(-1)
  const before = tokens.slice(opened, range.from)
  const article = before.at(-1)
  const isPurpose = before.some(({ lower }) => lower === 'for' || lower === 'für')
  const isSaid = looksLikeSentence(tokens, { from: opened, to: range.to })
  const hasRequest =
    before.some(({ lower }) => requestWords.has(lower)) || (sentence.hasRequest && !sentence.hasItem && !isSaid)
  const opensGoods = (hasRequest && !sentence.hasItem && !(isPurpose && last)) || sentence.isList || !last
  if (opensGoods && (hasRequest || sentence.isList || !isSaid)) {
    const goods = readGoods(reading, range.from, range.to)
    const rest = readDescription(reading, { from: goods.next, to: range.to })
    if (goods.what) {
      const isOne = article !== undefined && articles.has(article.lower)
      const quantity = isOne ? spanned(reading, '1', article, 0.6) : undefined
      const unit = isOne ? spanned(reading, 'C62', article, 0.6) : undefined
      addItem(draft, { what: goods.what, quantity, unit, constraints: [...goods.constraints, ...rest.constraints] }, reading.messageAt)
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

function addNotes(draft: Draft, notes: readonly Leaf<string>[]): void {
  for (const note of notes) if (draft.notes.length < notesMax) draft.notes.push(note)
}

function refuse(draft: Draft, reading: Reading, figures: string): void {
  if (draft.unclear.length >= unclearMax) return
  const question =
    reading.language === 'de'
      ? `Welche Zahl bedeutet „${figures}“?`
      : `Which number does “${figures}” mean?`
  draft.unclear.push({ field: 'unclear', question })
}

function addAmounts(draft: Draft, reading: Reading, amounts: readonly MoneyFound[]): void {
  for (const found of amounts) {
    if (found.isRejected) continue
    if (found.amount === undefined) {
      refuse(draft, reading, reading.text.slice(found.start, found.end))
      continue
    }
    const { amount, currency, qualifier } = found
    if (currency && found.currencyStart !== undefined && found.currencyEnd !== undefined) {
      draft.currency = spanned(reading, currency, { start: found.currencyStart, end: found.currencyEnd }, 0.95)
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
