import type { Brief, Message, OpenQuestion } from './brief.ts'
import { readDay } from './grammar/dates/days.ts'
import type { Draft, DraftItem } from './grammar/draft.ts'
import { readMessage } from './grammar/read-message.ts'
import { keepEdits } from './keep-edits.ts'
import { conventionOf, questionLanguageOf } from './languages.ts'
import { type Doubts, openQuestionsOf } from './open-questions.ts'

export type ExtractionInput = {
  readonly messages: readonly Message[]
  readonly locale: string
  /** The currency of the session: it decides which dollar is meant, and is no value of the brief. */
  readonly currency: string
  /** An ISO date. Relative dates count from it. */
  readonly today: string
  readonly previousBrief?: Brief | undefined
}

export type Extraction = {
  readonly brief: Brief
  /** The question that is worth most. Absent when nothing is open, or when three questions were asked. */
  readonly clarification?: OpenQuestion
}

/** What the grammar reads, before edits and questions. */
export type GrammarResult = { readonly brief: Brief; readonly doubts: Doubts }

export const clarificationsMax = 3

/** UTF-16 units of the buyer's messages that are read. A conversation is shorter; a pasted catalogue is no brief. */
export const readLengthMax = 50_000

/** The brief that the buyer's messages describe. The result follows from the input alone, and no value comes from elsewhere. */
export function extractBrief(input: ExtractionInput): Extraction {
  const { brief, doubts } = readByGrammar(input)
  return finishBrief(input, brief, doubts)
}

export function readByGrammar({
  messages,
  locale,
  currency,
  today,
}: ExtractionInput): GrammarResult {
  const draft: Draft = {
    items: [],
    notes: [],
    unclear: [],
    doubtful: [],
    language: conventionOf(locale),
  }
  const context = { currency, today: readDay(today), order: orderOf(locale) }
  let left = readLengthMax
  let isCut = false
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'buyer') continue
    const text = message.text.slice(0, left)
    readMessage(draft, { ...message, text }, at, context)
    left -= text.length
    isCut = text.length < message.text.length
    if (isCut) break
  }
  const { unclear, doubtful, otherDate } = draft
  return { brief: briefOf(draft), doubts: { unclear, doubtful, otherDate, isCut, today } }
}

/** Puts the edits of people into a brief, and asks what it lacks. */
export function finishBrief(
  { messages, locale, previousBrief }: ExtractionInput,
  extracted: Brief,
  doubts: Doubts,
): Extraction {
  const edited = keepEdits(extracted, previousBrief)
  const openQuestions = openQuestionsOf(edited, doubts, questionLanguageOf(locale))
  const brief: Brief = { ...edited, openQuestions }
  const asked = messages.filter(({ role, text }) => role === 'assistant' && text.includes('?'))
  const isAsked = (question: string) => asked.some(({ text }) => text.includes(question))
  const next = openQuestions.find(({ question }) => !isAsked(question))
  if (!next || asked.length >= clarificationsMax) return { brief }
  return { brief, clarification: next }
}

export function orderOf(locale: string): 'day-first' | 'month-first' | 'unknown' {
  if (/^en-US$/i.test(locale)) return 'month-first'
  return /^en$/i.test(locale) ? 'unknown' : 'day-first'
}

function briefOf(draft: Draft): Brief {
  const { items, country, city, budget, currency, neededBy, notes } = draft
  const deliveries = deliveriesOf(draft)
  return {
    items: items.map(itemOf),
    ...(budget && { budget }),
    ...(currency && { currency }),
    ...((country || city) && { deliverTo: { ...(country && { country }), ...(city && { city }) } }),
    ...(deliveries.length > 1 && { deliveries }),
    ...(neededBy && { neededBy }),
    notes,
    openQuestions: [],
  }
}

/** The places with the positions of their goods. A correction may have taken some of them away. */
function deliveriesOf({ deliveries = [], items }: Draft): NonNullable<Brief['deliveries']> {
  return deliveries.flatMap(({ country, city, items: parts }) => {
    const kept = parts.flatMap(({ item, quantity }) => {
      const at = items.indexOf(item)
      return at === -1 ? [] : [{ item: at, quantity }]
    })
    return kept.length === 0
      ? []
      : [{ ...(country && { country }), ...(city && { city }), items: kept }]
  })
}

function itemOf({ messageAt: _, stem: __, ...item }: DraftItem): Brief['items'][number] {
  return item
}
