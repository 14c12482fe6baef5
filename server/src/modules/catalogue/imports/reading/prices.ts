import { Decimal } from 'decimal.js'
import { isCurrency } from '#kernel/money'
import type { Tier } from '#modules/products/fields'
import type { Problem } from '../import.ts'
import { parseAmount, parseQuantity } from './numbers.ts'
import type { RawFields, Reading } from './record.ts'
import type { Texts } from './texts.ts'

type Price = { readonly listPrice: Decimal | undefined; readonly currency: string | undefined }

const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
}

/**
 * Reads `12.50`, `12,50 €`, `15.00 EUR` or `{"amount": "12.50", "currency": "EUR"}`. The currency may be in its own
 * field.
 */
export function priceOf(
  texts: Texts,
  raw: RawFields,
  reading: Reading,
  problems: Problem[],
): Price {
  const besideText = texts.line('currency', 10)?.toUpperCase()
  const beside = besideText && (symbols[besideText] ?? besideText)
  const given = raw.price
  if (given === undefined || given === '') return { listPrice: undefined, currency: beside }
  const { amount, currency } = amountIn(given, reading)
  const named = currency ?? beside
  if (amount === undefined) {
    problems.push({
      code: 'price_invalid',
      message: 'The price is not valid. Send an amount of zero or more with up to six decimals.',
      field: 'price',
      fatal: true,
    })
  }
  if (named !== undefined && !isCurrency(named)) {
    problems.push({
      code: 'currency_unknown',
      message: `${named} is not a currency of ISO 4217. Use a code such as EUR.`,
      field: 'currency',
      fatal: true,
    })
  }
  return { listPrice: amount, currency: named }
}

/** Reads `10:2.30|100:2.10`, or a list of `{"minQuantity": 10, "unitPrice": "2.30"}`, sorted by quantity. */
export function tiersOf(
  given: unknown,
  reading: Reading,
  problems: Problem[],
): readonly Tier[] | undefined {
  if (given === undefined) return undefined
  const parts = typeof given === 'string' ? given.split('|').filter((part) => part.trim()) : given
  if (!Array.isArray(parts) || parts.length > tiersMax) return refuse(problems)
  const tiers: Tier[] = []
  for (const part of parts) {
    const tier = tierOf(part, reading)
    if (tier === undefined || tiers.some(({ minQuantity }) => minQuantity === tier.minQuantity)) {
      return refuse(problems)
    }
    tiers.push(tier)
  }
  return tiers.sort((one, other) => Number(one.minQuantity - other.minQuantity))
}

const tiersMax = 50

/** Reports prices that are accepted, but are probably mistakes. */
export function doubtfulPrices(
  listPrice: Decimal | undefined,
  tiers: readonly Tier[] = [],
): readonly Problem[] {
  const problems: Problem[] = []
  if (listPrice?.isZero()) problems.push(priceZero('price'))
  if (tiers.some(({ unitPrice }) => unitPrice.isZero())) problems.push(priceZero('tiers'))
  if (listPrice && tiers.some(({ unitPrice }) => unitPrice.gt(listPrice))) {
    problems.push(tierAboveListPrice)
  }
  return problems
}

function priceZero(field: 'price' | 'tiers'): Problem {
  return {
    code: 'price_zero',
    message:
      'The price is 0 and was imported, so buyers pay nothing. Correct the price if that is a mistake.',
    field,
    fatal: false,
  }
}

export const tierAboveListPrice: Problem = {
  code: 'tier_above_list_price',
  message:
    'A tier price is above the list price and was imported, so larger quantities cost more per unit. Send the tiers together with the price.',
  field: 'tiers',
  fatal: false,
}

export const priceReplacedByTier: Problem = {
  code: 'price_replaced_by_tier',
  message:
    'A tier begins at or below the smallest quantity that can be ordered and was imported, so its price replaces the list price. Begin the tiers above that quantity.',
  field: 'tiers',
  fatal: false,
}

/** Reports a price with more decimals than the service stores. */
export function priceRounded(exact: Decimal, kept: Decimal, field: 'price' | 'tiers'): Problem {
  return {
    code: 'price_rounded',
    message: `The price ${exact.toSignificantDigits(15).toFixed()} was rounded to ${kept.toFixed()}: prices keep six decimals.`,
    field,
    fatal: false,
  }
}

function refuse(problems: Problem[]): undefined {
  problems.push({
    code: 'tiers_invalid',
    message:
      'The tiers are not valid. Send up to 50 tiers, each with a price and its own quantity above zero.',
    field: 'tiers',
    fatal: true,
  })
  return undefined
}

function tierOf(part: unknown, reading: Reading): Tier | undefined {
  const [quantity, price] = pairOf(part)
  const minQuantity = parseQuantity(quantity, reading.decimal)
  const { amount } = amountIn(price, reading)
  if (minQuantity === undefined || minQuantity <= 0n || amount === undefined) return undefined
  return { minQuantity, unitPrice: amount }
}

function pairOf(part: unknown): readonly [unknown, unknown] {
  if (typeof part === 'string') {
    const at = part.indexOf(':')
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  }
  if (typeof part !== 'object' || part === null) return [undefined, undefined]
  const { minQuantity, unitPrice, price } = part as Record<string, unknown>
  return [minQuantity, unitPrice ?? price]
}

/** A longer text is no amount. Its parts may be blanks, which the expression below tries in many ways. */
const amountLengthMax = 60

function amountIn(
  given: unknown,
  reading: Reading,
): { readonly amount: Decimal | undefined; readonly currency: string | undefined } {
  if (typeof given === 'number') return { amount: exactAmount(given), currency: undefined }
  if (Decimal.isDecimal(given)) {
    return { amount: parseAmount(given.toFixed(), '.'), currency: undefined }
  }
  if (typeof given === 'object' && given !== null) {
    const { amount, value, currency, priceCurrency } = given as Record<string, unknown>
    const plain = amount ?? value
    // An object in an object is no amount, however deep it goes.
    const isNested = typeof plain === 'object' && !Decimal.isDecimal(plain)
    const inner = amountIn(isNested ? undefined : plain, { decimal: '.' })
    const named = currency ?? priceCurrency
    return {
      amount: inner.amount,
      currency: typeof named === 'string' ? named.toUpperCase() : inner.currency,
    }
  }
  if (typeof given !== 'string' || given.length > amountLengthMax) {
    return { amount: undefined, currency: undefined }
  }
  const [, before, number = '', after] =
    /^\s*([A-Za-z]{3}|[€£¥])?\s*([\d.,\s\u00a0\u202f'’]+?)\s*([A-Za-z]{3}|[€£¥])?\s*$/.exec(
      given,
    ) ?? []
  const unit = before ?? after
  return {
    amount: parseAmount(number, reading.decimal),
    currency: unit === undefined ? undefined : (symbols[unit] ?? unit.toUpperCase()),
  }
}

/** A JSON number becomes the decimal that the file shows: 12.5 is 12.5. */
function exactAmount(value: number): Decimal | undefined {
  return parseAmount(String(value), '.')
}
