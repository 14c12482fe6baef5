import type { Leaf } from '../brief.ts'
import type { Language } from './numbers/number-found.ts'
import type { Token } from './tokens.ts'

/** One message while it is read. A token is free until something has given it a meaning. */
export type Reading = {
  readonly messageId: string
  readonly messageAt: number
  readonly text: string
  readonly tokens: readonly Token[]
  readonly language: Language
  readonly free: Uint8Array
  /** The currency of the session. */
  readonly currency: string
}

/** UTF-16 units of a text in a brief. What is longer is cut, and the span with it. */
const textLengthMax = 500

/** The text of the tokens from `from` to `to`, the last excluded. */
export function leafOf(
  reading: Reading,
  from: number,
  to: number,
  confidence: number,
): Leaf<string> {
  const start = reading.tokens[from]?.start ?? 0
  const last = reading.tokens[to - 1]?.end ?? start
  const end = Math.min(last, endOfText(reading.text, start))
  return leafOfSpan(reading, reading.text.slice(start, end), { start, end }, confidence)
}

/** Never between the two halves of one character. */
function endOfText(text: string, start: number): number {
  const end = start + textLengthMax
  const isHalf = /[\uDC00-\uDFFF]/.test(text.charAt(end))
  return isHalf ? end - 1 : end
}

export function leafOfSpan<Value>(
  { messageId }: Reading,
  value: Value,
  { start, end }: { readonly start: number; readonly end: number },
  confidence: number,
): Leaf<Value> {
  return { value, confidence, source: { messageId, start, end }, method: 'rule' }
}

export function take({ free }: Reading, from: number, to: number): void {
  free.fill(0, from, to)
}

/** The tokens that a span of the text touches. */
export function tokensOfSpan(
  { tokens }: Reading,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly from: number; readonly to: number } {
  const from = firstTokenAfter(tokens, start)
  let to = from
  while (to < tokens.length && (tokens[to] as Token).start < end) to += 1
  return { from, to }
}

function firstTokenAfter(tokens: readonly Token[], offset: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle] as Token).end <= offset) low = middle + 1
    else high = middle
  }
  return low
}
