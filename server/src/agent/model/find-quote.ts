import { type Reading, tokensOfSpan } from '../grammar/reading.ts'
import type { Quote } from './model-answer.ts'

/** A quote at its place in a message of the buyer. `from` and `to` are its tokens. */
export type QuoteFound = {
  readonly reading: Reading
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

export type FindQuote = (quote: Quote, near?: QuoteFound) => QuoteFound | undefined

/** Occurrences of one quote that are compared. */
const occurrencesMax = 50

/** Finds what the model has quoted, letter by letter, and counts what nobody has written. */
export function createFindQuote(readings: readonly Reading[]): {
  readonly find: FindQuote
  readonly refusals: () => number
} {
  const byId = new Map(readings.map((reading) => [reading.messageId, reading]))
  let refused = 0
  const find: FindQuote = ({ messageId, quote }, near) => {
    const reading = byId.get(messageId)
    const found = reading ? placesOf(reading, quote.trim()) : []
    if (found.length === 0) refused += 1
    return nearestQuote(found, near)
  }
  return { find, refusals: () => refused }
}

/** Whole words and numbers alone: the quote `5` is not in `50`. */
function placesOf(reading: Reading, quote: string): QuoteFound[] {
  const places: QuoteFound[] = []
  if (quote === '') return places
  const { text, tokens } = reading
  let start = text.indexOf(quote)
  for (let tries = 0; start !== -1 && tries < occurrencesMax; tries += 1) {
    const end = start + quote.length
    const { from, to } = tokensOfSpan(reading, { start, end })
    const isWhole = tokens[from]?.start === start && tokens[to - 1]?.end === end
    if (isWhole) places.push({ reading, start, end, from, to })
    start = text.indexOf(quote, start + 1)
  }
  return places
}

function nearestQuote(found: readonly QuoteFound[], near: QuoteFound | undefined) {
  const inSame = near ? found.filter(({ reading }) => reading === near.reading) : []
  if (!near || inSame.length === 0) return found[0]
  const distance = ({ start }: QuoteFound) => Math.abs(start - near.start)
  return inSame.reduce((best, one) => (distance(one) < distance(best) ? one : best))
}
