import type { Message } from '../brief.ts'
import { type DateContext, findDates } from './dates.ts'
import type { Day } from './days.ts'
import { addNotes, type Draft } from './draft.ts'
import { languageOf } from './language.ts'
import { maskNoise, readUrgency } from './mask-noise.ts'
import { type Part, partsOf } from './message-parts.ts'
import type { Language } from './numbers.ts'
import { findPlaces } from './places.ts'
import { readList } from './read-list.ts'
import { readSentence } from './read-sentence.ts'
import { readTables } from './read-tables.ts'
import { leafOf, type Reading, spanned, take, tokensOfSpan } from './reading.ts'
import { sentencesOf } from './sentences.ts'
import { takeShares } from './take-shares.ts'
import { tokenize } from './tokens.ts'
import { wantsNothing } from './wishes.ts'

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
  const others = { ...reading, free: new Uint8Array(reading.free) }
  for (const part of quoted) takePart(reading, part)
  const before = goodsOf(draft)
  readPart(draft, reading, context)
  // What somebody else wrote is a wish only where the buyer passes it on.
  if (quoted.length === 0 || !isForwarded || goodsOf(draft) !== before) return
  keepParts(others, quoted)
  readPart(draft, others, context)
}

/** Changes with every item that a message adds or changes. */
function goodsOf({ items }: Draft): string {
  return JSON.stringify(items.map(({ what, quantity }) => [what?.value, quantity?.value]))
}

function takePart(reading: Reading, part: Part): void {
  const { from, to } = tokensOfSpan(reading, part)
  take(reading, from, to)
}

/** Only the tokens of these parts stay free. */
function keepParts(reading: Reading, parts: readonly Part[]): void {
  const kept = new Uint8Array(reading.free.length)
  for (const part of parts) {
    const { from, to } = tokensOfSpan(reading, part)
    kept.set(reading.free.subarray(from, to), from)
  }
  reading.free.set(kept)
}

/** The text of the tokens that are free, with its gaps. */
function freeText({ tokens, text, free }: Reading): string {
  const from = free.indexOf(1)
  const to = free.lastIndexOf(1)
  if (from === -1) return ''
  return text.slice(tokens[from]?.start, tokens[to]?.end)
}

function readPart(draft: Draft, reading: Reading, context: MessageContext): void {
  const { tokens, language } = reading
  maskNoise(reading)
  if (wantsNothing(freeText(reading))) return
  readTables(draft, reading)
  addNotes(draft, readUrgency(reading))
  readDates(draft, reading, { ...context, language })
  readPlaces(draft, reading)
  readList(draft, reading)
  const isFree = (at: number) => reading.free[at] === 1
  for (const sentence of sentencesOf(tokens, isFree)) readSentence(draft, reading, sentence)
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
      tokens.slice(to, to + 4).some(({ lower }) => pastWords.has(lower))
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
    draft.neededBy = spanned(
      reading,
      found.value,
      found,
      found.other ? 0.5 : found.value.precision === 'day' ? 0.9 : 0.75,
    )
    draft.otherDate = found.other?.date
  }
}

function readPlaces(draft: Draft, reading: Reading): void {
  const isFree = (at: number) => reading.free[at] === 1
  const places = findPlaces(reading.tokens, isFree)
  const isSplit = takeShares(reading, places)
  for (const place of places) {
    take(reading, place.from, place.to)
    if (place.isCity && isSplit) {
      // Several places have no one city; the buyer splits the goods among them.
      draft.country ??= spanned(reading, place.country, place, 0.7)
    } else if (place.isCity) {
      draft.city = spanned(reading, reading.text.slice(place.start, place.end), place, 0.9)
      draft.country = spanned(reading, place.country, place, 0.8)
    } else {
      if (draft.city && draft.country?.value !== place.country) {
        const isSameMessage =
          'messageId' in draft.city.source && draft.city.source.messageId === reading.messageId
        if (!isSameMessage) delete draft.city
      }
      draft.country = spanned(reading, place.country, place, 0.95)
    }
  }
}
