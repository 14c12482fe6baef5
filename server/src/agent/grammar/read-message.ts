import { isCountry } from '#kernel/country'
import type { Leaf, Message } from '../brief.ts'
import { type DateContext, findDates } from './dates/dates.ts'
import type { Day } from './dates/days.ts'
import { addNotes, type Draft, type DraftItem } from './draft.ts'
import { isGoods } from './goods/goods-names.ts'
import { languageOf } from './language.ts'
import { maskNoise, readUrgency } from './mask-noise.ts'
import { type Part, partsOf } from './message-parts.ts'
import type { Language } from './numbers/number-found.ts'
import { readDeliveries } from './places/deliveries.ts'
import { findPlaces, type PlaceFound } from './places/places.ts'
import { takeShares } from './places/shares.ts'
import { dropPosition, includesQuote, keepPositions, refersToQuote } from './quotes.ts'
import { readList } from './read-list.ts'
import { readGoods, readQuantity } from './read-phrase.ts'
import { readSentence } from './read-sentence.ts'
import { leafOf, leafOfSpan, type Reading, take, tokensOfSpan } from './reading.ts'
import { clauseAround, reports } from './reports.ts'
import { type Range, sentencesOf } from './sentences.ts'
import { readTables } from './tables/read-tables.ts'
import { type Token, tokenize } from './tokens.ts'
import { reportsSomething, wantsNothing } from './wishes.ts'

export type MessageContext = {
  readonly currency: string
  readonly today: Day
  readonly order: DateContext['order']
}

/** Reads one message of the buyer into the draft. */
export function readMessage(
  draft: Draft,
  message: Message,
  messageAt: number,
  context: MessageContext,
): void {
  const reading = readingOf(message, messageAt, draft.language, context.currency)
  draft.language = reading.language
  const { headers, quoted, isForwarded } = partsOf(reading.text)
  for (const part of headers) takePart(reading, part)
  const own = { ...reading, free: new Uint8Array(reading.free) }
  for (const part of quoted) takePart(own, part)
  if (quoted.length === 0) return void readOwn(draft, own, context)
  const alone = structuredClone(draft)
  readPart(alone, { ...own, free: new Uint8Array(own.free) }, context)
  const isReply = isForwarded || refersToQuote(freeText(own))
  // What somebody else wrote is a wish only where the buyer passes it on, accepts it or changes it.
  const isMore = isForwarded && includesQuote(freeText(own))
  if ((namesGoods(alone, draft) && !isMore) || !isReply) return void Object.assign(draft, alone)
  const known = draft.items.length
  readQuoted(draft, reading, quoted, context)
  if (!isForwarded) for (const item of draft.items.slice(known)) delete item.targetUnitPrice
  const picked =
    keepPositions(draft, known, reading.text) ?? dropPosition(draft, known, reading.text)
  if (picked) takePart(own, picked)
  readPart(draft, { ...own, messageAt: messageAt + 0.5 }, context)
}

/** Reads a message that quotes nobody. Amounts and days of a message that names no goods may speak of anything. */
function readOwn(draft: Draft, reading: Reading, context: MessageContext): void {
  const { budget, neededBy, currency } = draft
  readPart(draft, reading, context)
  if (draft.items.length > 0 || reading.tokens.length <= answerTokensMax) return
  if (draft.budget !== budget && (draft.budget?.confidence ?? 0) < sureAmount) {
    restore(draft, 'budget', budget)
    restore(draft, 'currency', currency)
  }
  if (draft.neededBy !== neededBy && (draft.neededBy?.confidence ?? 0) < sureAmount)
    restore(draft, 'neededBy', neededBy)
}

function restore<Field extends 'budget' | 'currency' | 'neededBy'>(
  draft: Draft,
  field: Field,
  value: Draft[Field],
): void {
  if (value === undefined) delete draft[field]
  else draft[field] = value
}

const answerTokensMax = 8
const sureAmount = 0.8

/** The quoted part is an earlier message, without the marks before its lines. */
function readQuoted(
  draft: Draft,
  reading: Reading,
  quoted: readonly Part[],
  context: MessageContext,
): void {
  const { headers } = partsOf(reading.text)
  const text = onlyParts(reading.text, quoted).replace(/^[ \t]{0,8}>[> \t]{0,16}/gmu, (marks) =>
    ' '.repeat(marks.length),
  )
  const tokens = tokenize(text)
  const plain = { ...reading, text, tokens, free: new Uint8Array(tokens.length).fill(1) }
  for (const part of headers) takePart(plain, part)
  maskNoise(plain)
  readFree(draft, plain, context)
}

/** The text with nothing but these parts: every place stays where it was. */
function onlyParts(text: string, parts: readonly Part[]): string {
  let kept = ''
  for (const { start, end } of parts) {
    if (start < kept.length) continue
    kept += text.slice(kept.length, start).replace(/[^\n]/g, ' ') + text.slice(start, end)
  }
  return kept + text.slice(kept.length).replace(/[^\n]/g, ' ')
}

/** Whether the own text has brought goods, or changed some that were known. */
function namesGoods({ items }: Draft, before: Draft): boolean {
  const known = new Set(before.items.map(keyOf))
  return items.some((item) => item.what && item.quantity && !known.has(keyOf(item)))
}

function keyOf({ what, quantity }: DraftItem): string {
  return JSON.stringify([what?.value, quantity?.value])
}

function takePart(reading: Reading, part: Part): void {
  const { from, to } = tokensOfSpan(reading, part)
  take(reading, from, to)
}

/** The text of the tokens that are free, with its gaps. */
function freeText({ tokens, text, free }: Reading): string {
  const from = free.indexOf(1)
  const to = free.lastIndexOf(1)
  if (from === -1) return ''
  return text.slice(tokens[from]?.start, tokens[to]?.end)
}

function readPart(draft: Draft, reading: Reading, context: MessageContext): void {
  maskNoise(reading)
  if (wantsNothing(freeText(reading)) && !hasOrderBeside(reading)) return
  readFree(draft, reading, context)
}

/** Takes the sentences that report something. Returns whether another one counts goods. */
function hasOrderBeside(reading: Reading): boolean {
  const { tokens, text } = reading
  const isFree = (at: number) => reading.free[at] === 1
  let hasOrder = false
  for (const { from, to } of sentencesOf(tokens, isFree)) {
    const said = text.slice(tokens[from]?.start, tokens[to - 1]?.end)
    if (reportsSomething(said)) {
      // What follows is a list of what arrived, or of what is broken.
      if (said.endsWith(':')) return false
      take(reading, from, to)
    } else hasOrder ||= countsGoods(reading, { from, to })
  }
  return hasOrder
}

const nameTokensMax = 12

/** A number with a unit of goods, or right before a name of goods. */
function countsGoods(reading: Reading, { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) {
    if (reading.free[at] === 0 || reading.tokens[at]?.kind !== 'number') continue
    const counted = readQuantity(reading, at, to)
    const end = counted && Math.min(to, counted.next + nameTokensMax)
    const what = counted?.quantity && end && readGoods(reading, counted.next, end).what
    if (what && isGoods(what.value) && /\p{L}{3}/u.test(what.value)) return true
  }
  return false
}

function readFree(draft: Draft, reading: Reading, context: MessageContext): void {
  const { tokens, language } = reading
  readTables(draft, reading)
  addNotes(draft, readUrgency(reading))
  readDates(draft, reading, { ...context, language })
  const { places, shares } = readPlaces(draft, reading)
  readList(draft, reading)
  const isFree = (at: number) => reading.free[at] === 1
  for (const sentence of sentencesOf(tokens, isFree)) readSentence(draft, reading, sentence)
  readDeliveries(draft, reading, places, shares)
}

/** A message with its tokens, of which nothing has been read yet. */
export function readingOf(
  { id, text }: Message,
  messageAt: number,
  languageBefore: Language,
  currency: string,
): Reading {
  const tokens = tokenize(text)
  const language = languageOf(tokens, languageBefore)
  const free = new Uint8Array(tokens.length).fill(1)
  return { messageId: id, messageAt, text, tokens, language, free, currency }
}

const dateLeads = new Set(
  (
    'by before until till on no later than at the latest needed need required due delivery deliver delivered deadline date dates is be in within for and must should arrive arriving we it them want : ' +
    'bis zum zur am vor spätestens liefertermin lieferdatum lieferung geliefert termin im in der den dem ab nächste nächsten die wird werden benötigt gebraucht soll sollen muss müssen wunschtermin lieferbar da und es : spätester late wir brauchen sie'
  ).split(' '),
)
const otherDates = new Set(
  'quote quotes offer angebot angebote rückmeldung reply answer invoice rechnung meeting termin: seit since ordered bestellt vom dated call'.split(
    ' ',
  ),
)

const pastWords = new Set(
  'besprochen telefonisch bestellt erhalten geschickt gesendet geliefert bezahlt vereinbart discussed agreed ordered paid sent received spoke spoken phoned called wrote schrieb'.split(
    ' ',
  ),
)

function readDates(draft: Draft, reading: Reading, context: DateContext): void {
  const { tokens } = reading
  for (const found of findDates(reading.text, context)) {
    const { from, to } = tokensOfSpan(reading, found)
    if (from >= to || reading.free[from] === 0) continue
    const isOther = tokens
      .slice(Math.max(0, from - 5), from)
      .some(({ lower }) => otherDates.has(lower))
    const isPast =
      tokens[from - 1]?.lower === 'of' ||
      tokens.slice(to, to + 4).some(({ lower }) => pastWords.has(lower)) ||
      reports(reading, clauseAround(reading, { from, to }))
    let lead = from
    while (
      lead > 0 &&
      from - lead < 8 &&
      reading.free[lead - 1] === 1 &&
      dateLeads.has(tokens[lead - 1]?.lower ?? '')
    ) {
      lead -= 1
    }
    let end = to
    while (
      end < to + 3 &&
      /^(?:at|the|latest|spätestens|geliefert|delivered)$/.test(tokens[end]?.lower ?? '')
    )
      end += 1
    take(reading, lead, end)
    if (isOther || isPast) {
      addNotes(draft, [leafOf(reading, Math.max(lead - 1, 0), end, 0.6)])
      continue
    }
    draft.neededBy = leafOfSpan(
      reading,
      found.value,
      found,
      found.other ? 0.5 : dateConfidence(found.value.precision, tokens.slice(lead, from)),
    )
    draft.otherDate = found.other?.date
  }
}

const weakLeads = new Set('on am im in is be the den der dem die it we us you und'.split(' '))

/** A day that no word such as `by` or `delivery` leads to may be the day of something else. */
function dateConfidence(precision: string, leads: readonly Token[]): number {
  if (!leads.some(({ lower }) => !weakLeads.has(lower))) return 0.7
  return precision === 'day' ? 0.9 : 0.8
}

function readPlaces(draft: Draft, reading: Reading) {
  const isFree = (at: number) => reading.free[at] === 1
  const places = findPlaces(reading.tokens, isFree)
  const shares = takeShares(reading, places)
  const isSplit = shares.length > 0
  for (const place of places) {
    take(reading, place.from, place.to)
    takeCountryCode(draft, reading, place)
    // `Dublin 24, Ireland`
    if (place.isCity && isDistrict(reading.tokens, place.to)) take(reading, place.to, place.to + 1)
    if (place.isCity && isSplit) {
      // Several places have no one city; the buyer splits the goods among them.
      if (place.country) draft.country ??= leafOfSpan(reading, place.country, place, 0.7)
    } else if (place.isCity) {
      if (!place.isSure && isOfMessage(draft.city, reading)) continue
      const isKnown = place.country !== undefined
      const city = reading.text.slice(place.start, place.end)
      draft.city = leafOfSpan(reading, city, place, isKnown ? 0.9 : 0.8)
      if (place.country) draft.country = leafOfSpan(reading, place.country, place, 0.8)
    } else if (place.country) {
      if (draft.city && draft.country?.value !== place.country) {
        const isSameMessage =
          'messageId' in draft.city.source && draft.city.source.messageId === reading.messageId
        if (!isSameMessage) delete draft.city
      }
      draft.country = leafOfSpan(reading, place.country, place, 0.95)
    }
  }
  return { places, shares }
}

/** Whether the message has named a place already. One that nothing leads to, as in a signature, changes nothing. */
function isOfMessage(leaf: Leaf<unknown> | undefined, { messageId }: Reading): boolean {
  return leaf !== undefined && 'messageId' in leaf.source && leaf.source.messageId === messageId
}

/** `Lyon (FR)`, `Winterthur CH`: the code of the country behind a city. */
function takeCountryCode(
  draft: Draft,
  reading: Reading,
  { to, isCity, country }: PlaceFound,
): void {
  const { tokens } = reading
  const at = /^[(,]$/.test(tokens[to]?.text ?? '') ? to + 1 : to
  const code = tokens[at]
  if (!isCity || !code || !/^[A-Z]{2}$/.test(code.text) || !isCountry(code.text)) return
  if (country !== undefined && country !== code.text) return
  take(reading, to, tokens[at + 1]?.text === ')' ? at + 2 : at + 1)
  if (country === undefined) draft.country = leafOfSpan(reading, code.text, code, 0.9)
}

function isDistrict(tokens: readonly Token[], at: number): boolean {
  const [number, mark] = [tokens[at], tokens[at + 1]]
  const isShort = number?.kind === 'number' && /^\d{1,2}$/.test(number.text)
  return isShort && (mark === undefined || /^[,.\n]$/.test(mark.text))
}
