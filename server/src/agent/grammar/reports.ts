import { numberAt } from './numbers/numbers.ts'
import type { Reading } from './reading.ts'
import type { Range } from './sentences.ts'
import type { Token } from './tokens.ts'
import { requestWords } from './words.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Verbs of what is or was: what a clause with one of them counts is a fact, and no wish. */
const reportingWords = set(
  'angegeben genannt geordert have has had own owns owned paid bought ordered received wrote said says asked requested was were got sold installed ' +
    'haben hatte hatten habe hat besitzen besitzt bezahlt gekauft bestellt erhalten geliefert angefragt geschrieben gesagt waren war stehen lagern',
)
const havingWords = set('have has had hat haben hatte hatten')
/** With one of these a verb of having asks for something: `we have to order`, `wir hätten gern`, `haben Sie`. */
const softeningWords = set(
  'please pls you to would could can like may might if bitte gern gerne sie ihr könnten können würden hätten möchten if falls wenn ob',
)

/** `We have 85 desks`, `last year we paid`, `12 Stühle haben wir bestellt`: a clause that reports and asks for nothing. */
export function reports({ tokens }: Reading, { from, to }: Range): boolean {
  let hasReport = false
  let isHad = false
  for (let at = from; at < to; at += 1) {
    const lower = tokens[at]?.lower ?? ''
    if (softeningWords.has(lower) || isRequest(tokens, at)) return false
    if (reportingWords.has(lower)) hasReport = true
    if (at > from && havingWords.has(lower) && tokens[at - 1]?.kind === 'word') isHad = true
  }
  return hasReport && (isHad || hasSpeaker(tokens, { from, to }))
}

/** The clause around some tokens: what stands between its marks. */
export function clauseAround({ tokens }: Reading, { from, to }: Range): Range {
  let [first, end] = [from, to]
  while (first > 0 && from - first < 25 && !isClauseMark(tokens[first - 1])) first -= 1
  while (end < tokens.length && end - to < 25 && !isClauseMark(tokens[end])) end += 1
  return { from: first, to: end }
}

const isClauseMark = (token: Token | undefined) =>
  token === undefined || /^[.,;:!?()\n]$/.test(token.text)

/** Somebody who has, had or said something stands beside the verb. */
function hasSpeaker(tokens: readonly Token[], { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) {
    if (/^(?:we|i|they|he|she|wir|ich|er|there|es|our|unser\p{L}*)$/u.test(tokens[at]?.lower ?? ''))
      return true
  }
  return false
}

/** Whether a part of a sentence asks for something. */
export function isRequestPart({ tokens }: Reading, { from, to }: Range): boolean {
  for (let at = from; at < to; at += 1) {
    if (isRequest(tokens, at) || /^(?:please|pls|bitte)$/.test(tokens[at]?.lower ?? '')) return true
  }
  return false
}

function isRequest(tokens: readonly Token[], at: number): boolean {
  const lower = tokens[at]?.lower ?? ''
  return (
    requestWords.has(lower) &&
    !reportingWords.has(lower) &&
    !/^(?:angebot|anfrage|sell)$/.test(lower)
  )
}

/** `last year we paid 4 EUR`: an amount that somebody has paid. */
export function reportsPayment(reading: Reading, range: Range): boolean {
  return (
    reports(reading, range) &&
    reading.tokens.slice(range.from, range.to).some(({ lower }) => payingWords.has(lower))
  )
}
const payingWords = set('paid bought was were cost bezahlt gezahlt gekauft gekostet war waren')

const needingWords = set(
  'need needs require requires want wants suchen suche sucht bestellen brauchen braucht benötigen benötigt bräuchten wollen',
)

/** Where what is needed begins in `our 7 labs need a bottle`: who needs it stands before the verb. */
export function afterSubject({ tokens, language }: Reading, { from, to }: Range): number {
  let hasNumber = false
  for (let at = from; at < to; at += 1) {
    const lower = tokens[at]?.lower ?? ''
    hasNumber ||= numberAt(tokens, at, language, 'count') !== undefined
    if (!needingWords.has(lower)) continue
    const next = tokens[at + 1]?.lower ?? ''
    // `12 Stühle brauchen wir`: the goods stand before the verb.
    const isPurposeFirst = /^(?:for|für|auf|in|im|bei|an|am)$/.test(tokens[from]?.lower ?? '')
    if (hasNumber && isPurposeFirst && at + 2 < to && /^(?:wir|ich|man)$/.test(next)) return at + 2
    const isObjectFirst = at + 1 >= to || /^(?:wir|ich|man|sie|by|for|bis|für|in|im)$/.test(next)
    if (hasNumber && !isObjectFirst) return at + 1
    hasNumber = false
  }
  return from
}
