import { Decimal } from 'decimal.js'
import { countryOfPlace, daysIn, numbersIn, unitsIn } from '#agent'
import { isCountry } from '#kernel/country'
import { isCurrency } from '#kernel/currency'
import { locales } from '#kernel/locale'
import { isUnitCode, pieces } from '#platform/units'
import { type Amount, type NeededBy, type Span, textLengthMax } from '../brief/brief.ts'
import { namesCents, namesCurrency } from './currencies-in.ts'

/** The buyer's messages of a session, and what the extraction knew besides them. */
export type Transcript = {
  readonly messages: readonly {
    readonly id: string
    readonly role: string
    readonly text: string
  }[]
  readonly currency: string
  readonly today: string
}

/**
 * A number, a day or a place is said in fewer characters. Phrases are read again here, on the thread that serves requests, and a
 * brief may have hundreds.
 */
const phraseMax = 200

/** Whether the buyer has said a value at a place of the messages. Nothing else enters a brief. */
export type Evidence = {
  isText(value: string, span: Span): boolean
  isNumber(value: string, span: Span): boolean
  isUnit(value: string, span: Span): boolean
  isCurrency(value: string, span: Span): boolean
  isAmount(value: Amount, span: Span): boolean
  isCountry(value: string, span: Span): boolean
  isNeededBy(value: NeededBy, span: Span): boolean
}

export function evidenceIn(transcript: Transcript): Evidence {
  const { messages, currency, today } = transcript
  const buyers = messages.filter(({ role }) => role === 'buyer')
  const textById = new Map(buyers.map(({ id, text }) => [id, text]))
  const at = (span: Span) => textAt(textById, span)
  const phraseAt = (span: Span) => (span.end - span.start <= phraseMax ? at(span) : '')
  const isAmountOf = ({ amount, currency: code }: Amount, text: string) => {
    if (!isAboveZero(amount) || !isSaidNumber(amount, text)) return false
    return code === undefined || saysCurrency(code, text, currency)
  }
  return {
    isText: (value, span) => value.trim() !== '' && foldText(at(span)).includes(foldText(value)),
    isNumber: (value, span) => isAboveZero(value) && isSaidNumber(value, phraseAt(span)),
    isUnit: (value, span) => isSaidUnit(value, phraseAt(span)),
    isCurrency: (value, span) =>
      namesCurrency(phraseAt(span), value) || isCentsOf(value, phraseAt(span), currency),
    isAmount: (value, span) => isAmountOf(value, phraseAt(span)),
    isCountry: (value, span) => isSaidCountry(value, phraseAt(span)),
    isNeededBy: ({ date, precision }, span) =>
      daysIn(phraseAt(span), today).some((day) => day.date === date && day.precision === precision),
  }
}

/** Empty for a place that does not exist: no value stands there. */
function textAt(textById: ReadonlyMap<string, string>, { messageId, start, end }: Span): string {
  const text = textById.get(messageId)
  const isPlace = text !== undefined && 0 <= start && start < end && end <= text.length
  return isPlace && end - start <= textLengthMax ? text.slice(start, end) : ''
}

function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

const isAboveZero = (decimal: string) => /[1-9]/.test(decimal)

function isSaidNumber(value: string, text: string): boolean {
  const number = new Decimal(value)
  const numbers = numbersIn(text)
  if (numbers.has(number.toFixed())) return true
  return namesCents(text) && numbers.has(number.times(100).toFixed())
}

/** A number without a unit counts pieces, and `4 x 250 sheets` counts packs. */
const packs = 'XPK'

function isSaidUnit(value: string, text: string): boolean {
  if (!isUnitCode(value) || text === '') return false
  if (unitsIn(text).has(value)) return true
  return (value === pieces || value === packs) && numbersIn(text).size > 0
}

/** An amount without a currency is in the currency of the session. */
function saysCurrency(code: string, text: string, ofSession: string): boolean {
  if (!isCurrency(code)) return false
  return namesCurrency(text, code) || code === ofSession
}

function isCentsOf(code: string, text: string, ofSession: string): boolean {
  return code === ofSession && namesCents(text)
}

const regionNames = locales.map((locale) => new Intl.DisplayNames([locale], { type: 'region' }))

function isSaidCountry(code: string, text: string): boolean {
  if (!isCountry(code) || text === '') return false
  const name = foldText(text)
  if (name === code.toLowerCase() || countryOfPlace(text.trim()) === code) return true
  return regionNames.some((names) => foldText(names.of(code) ?? '') === name)
}
