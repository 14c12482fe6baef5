import type { Brief, Message } from './brief.ts'
import type { Draft, DraftItem } from './grammar/draft.ts'
import { readDay } from './grammar/days.ts'
import type { Language } from './grammar/numbers.ts'
import { readMessage } from './grammar/read-message.ts'
import { keepEdits } from './keep-edits.ts'
import { openQuestionsOf } from './open-questions.ts'

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
  readonly clarification?: Brief['openQuestions'][number]
}

export const clarificationsMax = 3

/** UTF-16 units of the buyer's messages that are read. A conversation is shorter; a pasted catalogue is no brief. */
export const readLengthMax = 200_000

const unread: Readonly<Record<Language, string>> = {
  en: 'The messages are too long: the rest was not read. Which part of them matters?',
  de: 'Die Nachrichten sind zu lang: Der Rest wurde nicht gelesen. Welcher Teil ist wichtig?',
}

/** The brief that the buyer's messages describe. The result follows from the input alone, and no value comes from elsewhere. */
export function extractBrief(input: ExtractionInput): Extraction {
  const { messages, locale, currency, today, previousBrief } = input
  const draft: Draft = { items: [], notes: [], unclear: [], language: languageOfLocale(locale) }
  const context = { currency, today: readDay(today), isMonthFirst: /^en(?:-US)?$/i.test(locale) }
  let left = readLengthMax
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'buyer') continue
    const text = message.text.slice(0, left)
    readMessage(draft, { ...message, text }, at, context)
    left -= text.length
    if (text.length === message.text.length) continue
    draft.unclear.push({ field: 'unclear', question: unread[languageOfLocale(locale)] })
    break
  }
  const brief = keepEdits(briefOf(draft), previousBrief)
  const language = languageOfLocale(locale)
  const openQuestions = [...openQuestionsOf(brief, language), ...draft.unclear]
  const answer: Brief = { ...brief, openQuestions }
  const asked = messages.filter(({ role, text }) => role === 'assistant' && text.includes('?'))
  const isAsked = (question: string) => asked.some(({ text }) => text.includes(question))
  const next = openQuestions.find(({ question }) => !isAsked(question))
  if (!next || asked.length >= clarificationsMax) return { brief: answer }
  return { brief: answer, clarification: next }
}

function languageOfLocale(locale: string): Language {
  return /^de(?:$|-)/i.test(locale) ? 'de' : 'en'
}

function briefOf({ items, country, city, budget, currency, neededBy, notes }: Draft): Brief {
  return {
    items: items.map(itemOf),
    ...(budget && { budget }),
    ...(currency && { currency }),
    ...((country || city) && { deliverTo: { ...(country && { country }), ...(city && { city }) } }),
    ...(neededBy && { neededBy }),
    notes,
    openQuestions: [],
  }
}

function itemOf({ messageAt: _, ...item }: DraftItem): Brief['items'][number] {
  return item
}
