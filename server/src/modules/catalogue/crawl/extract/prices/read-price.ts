import { type CurrencySign, signBeside, signIn, withCodeOfDollar } from './currency-signs.ts'
import { type DecimalSign, plainAmount } from './plain-amount.ts'

export type PriceHints = {
  /** A text beside the price that may name its currency. */
  readonly beside?: string
  readonly decimal?: DecimalSign
}

export type ReadPrice = {
  /** A plain decimal. Undefined when the text has no amount. */
  readonly amount: string | undefined
  /** The sign of the currency, as the text has it. */
  readonly sign: string | undefined
  /** The code, when the sign means one currency. Nothing is guessed. */
  readonly currency: string | undefined
  /** Only an `exact` amount is a price. `from 9.99` and `5 to 9` say what some variant costs. */
  readonly kind: 'exact' | 'from' | 'up_to' | 'range'
  /** What the amount is for, when the text says it: `12,50 € / 100 m`. */
  readonly per: PricePer | undefined
}

export type PricePer = { readonly quantity: number; readonly unit: string | undefined }

/** Longer texts are prose, not prices. */
const textMax = 300
const oneBlank = /[\s\u00a0\u2007\u202f]/g
const blanks = /[\s\u00a0\u2007\u2009\u202f]+/g

/**
 * Reads the price in a text as shops write it, in the notation of any country. Of several amounts the first beside a sign of a
 * currency counts, then the first.
 */
export function readPrice(given: string, hints: PriceHints = {}): ReadPrice {
  const text = given.slice(0, textMax).replace(blanks, ' ')
  const amounts = amountsIn(text, hints.decimal)
  const chosen = amounts.find(({ sign }) => sign) ?? amounts[0]
  const range = chosen && rangeOf(text, amounts, chosen)
  const amount = range?.[0] ?? chosen
  const sign = signFor(text, hints, chosen?.sign)
  return {
    amount: amount?.value ?? (freeWords.test(text) ? '0' : undefined),
    sign: sign?.sign,
    currency: sign?.currency,
    kind: range ? 'range' : amount ? kindOf(text, amount) : 'exact',
    per: amount && perOf(text, amount, (range?.[1] ?? amount).end),
  }
}

/** A price in a line of a page, and where it stands there. */
export type PlacedPrice = ReadPrice & {
  readonly amount: string
  readonly start: number
  readonly end: number
}

/** All amounts of a line that stand beside a sign of a currency. The parts of a range are one price. */
export function pricesIn(given: string): PlacedPrice[] {
  const text = given.slice(0, textMax).replace(oneBlank, ' ')
  const amounts = amountsIn(text, undefined)
  const found: PlacedPrice[] = []
  let last = -1
  for (const [at, amount] of amounts.entries()) {
    if (at <= last || (!amount.sign && !amounts[at + 1]?.sign)) continue
    const range = rangeOf(text, amounts, amount)
    const [first, second] = range ?? [amount, amount]
    const sign = second.sign ?? first.sign
    if (!sign) continue
    last = amounts.indexOf(second)
    const named = withCodeOfDollar(sign, text)
    const next = amounts.slice(last + 1).find((one) => one.sign)
    found.push({
      amount: first.value,
      sign: named.sign,
      currency: named.currency,
      kind: range ? 'range' : kindOf(text, first),
      // `389 € HT / 466,80 € TTC`: a second price is not what the first is for.
      per: perOf(next ? text.slice(0, next.start) : text, first, second.end),
      start: first.start,
      end: second.end,
    })
  }
  return found
}

type Amount = {
  readonly value: string
  readonly start: number
  readonly end: number
  readonly sign: CurrencySign | undefined
}

const freeWords = /^\s*(?:free|gratis|kostenlos|gratuit)\b/i

const grouped = "\\d{1,3}(?:[ '’]\\d{3})+(?!\\d)"
const euros = '\\d+€ ?\\d{2}(?![\\d.,]| ?€)'
const plain = `[.,]{0,2}(?:${grouped}|\\d+)(?:[.,]\\d+)*(?:[.,] \\d{2}(?!\\d))?`
const numbers = new RegExp(`${euros}|${plain}`, 'g')
const numbersWithEuro = new RegExp(`\\d[\\d.,]*€\\d+|${euros}|${plain}`, 'g')

function amountsIn(text: string, decimal: DecimalSign | undefined): Amount[] {
  const found: Amount[] = []
  for (const match of text.matchAll(decimal === '€' ? numbersWithEuro : numbers)) {
    const [written] = match
    const start = match.index
    const end = start + written.length
    const value = plainAmount(written, decimal)
    if (value === undefined || isNoAmount(text, start, end)) continue
    const sign =
      signBeside(text, start, end + lengthOfDash(text, end)) ??
      (written.includes('€') ? euroSign : undefined)
    if (sign === undefined && isPartOfWord(text, start)) continue
    found.push({ value, start, end, sign })
  }
  return found
}

const euroSign: CurrencySign = { sign: '€', currency: 'EUR', isWeak: false }

/** A percentage is no amount, and neither is a negative one. */
function isNoAmount(text: string, start: number, end: number): boolean {
  if (/^ ?[%٪]/.test(text.slice(end, end + 2))) return true
  const before = text.slice(Math.max(0, start - 8), start)
  if (/[\d.,]$/.test(before)) return true
  return /(?:^|[\s(])[-−–](?:[\p{Sc}]|[A-Z]{3})? ?$/u.test(before) && !/[-−–] [^ ]* ?$/.test(before)
}

/** `50,- Kč` and `105. –`: the dash stands for the decimals. */
function lengthOfDash(text: string, end: number): number {
  return /^[.,]? ?[-–—](?= ?\p{L})/u.exec(text.slice(end, end + 5))?.[0].length ?? 0
}

/** The number of `CAT6` or `X-200`. */
function isPartOfWord(text: string, start: number): boolean {
  return /\p{L}-?$/u.test(text.slice(Math.max(0, start - 2), start))
}

const link =
  /^ ?(?:\p{Sc}|\p{L}{1,3}\.?)? ?(?:-|–|—|to|bis|à|до)\s*(?:\p{Sc}|[A-Z]{1,3}\$?|\p{L}{1,3}\$)?\s*$/iu

/** `5 to 9 €`: the first of two amounts, the smaller one, and the second. */
function rangeOf(
  text: string,
  amounts: readonly Amount[],
  chosen: Amount,
): readonly [Amount, Amount] | undefined {
  const at = amounts.indexOf(chosen)
  for (const [first, second] of [
    [amounts[at - 1], chosen],
    [chosen, amounts[at + 1]],
  ]) {
    if (first === undefined || second === undefined) continue
    const isLinked = link.test(text.slice(first.end, second.start))
    if (isLinked && Number(first.value) < Number(second.value)) return [first, second]
  }
  return undefined
}

const fromWords =
  /(?:^|[^\p{L}])(?:from|starting (?:at|from)|as low as|ab|von|vanaf|à partir de|a partir de|a partire da|dès|da|desde|od|от|fra|från|prix dès|já od)\s*:?$/iu
const upToWords =
  /(?:^|[^\p{L}])(?:up to|bis(?: zu)?|jusqu['’]à|jusqu['’]a|fino a|hasta|až|do|до|tot)\s*:?$/iu
const signBeforeAmount = /(?:\p{Sc}|[A-Z]{2,3}\$?|\p{L}{1,3}\$)?\s*$/u

function kindOf(text: string, { start, end }: Amount): ReadPrice['kind'] {
  const before = text
    .slice(Math.max(0, start - 40), start)
    .replace(signBeforeAmount, '')
    .trimEnd()
  if (fromWords.test(before)) return 'from'
  if (upToWords.test(before)) return 'up_to'
  return /^ ?(?:\p{Sc} ?)?\+(?!\s?[\p{L}\d])/u.test(text.slice(end, end + 6)) ? 'from' : 'exact'
}

/** The text of the price wins over the text beside it. */
function signFor(
  text: string,
  { beside = '' }: PriceHints,
  chosen: CurrencySign | undefined,
): CurrencySign | undefined {
  const own = chosen ?? signIn(text)
  if (own) return withCodeOfDollar(own, text)
  const hint = beside.slice(0, textMax).replace(blanks, ' ')
  const sign = amountsIn(hint, undefined).find((amount) => amount.sign)?.sign ?? signIn(hint)
  return sign && withCodeOfDollar(sign, hint)
}

const perWord = '(?<![\\p{L}])(?:per|pro|je|par|pr\\.)(?![\\p{L}])'
const basis = '\\s*(\\d{1,3}(?:[.,\\s]\\d{3})+|\\d{1,7})?\\s*([\\p{L}²³]{1,20})?'
const perBehind = new RegExp(`^[.,]?[-–—]?[^\\d/(]{0,14}?\\(?(?:/|${perWord})${basis}`, 'iu')
const perBefore = new RegExp(`${perWord}${basis}\\.?\\s*:?\\s*(?:\\p{Sc}|[A-Z]{3})?\\s*$`, 'iu')

/** The unit and quantity that an amount is for. A sign such as `/` alone says nothing. */
function perOf(text: string, { start }: Amount, end: number): PricePer | undefined {
  const match =
    perBehind.exec(text.slice(end, end + 60)) ??
    perBefore.exec(text.slice(Math.max(0, start - 40), start))
  if (!match) return undefined
  const [, count, unit] = match
  if (count === undefined && unit === undefined) return undefined
  return { quantity: count === undefined ? 1 : Number(count.replace(/\D/g, '')), unit }
}
