import { Decimal } from 'decimal.js'
import { perQuantityMax, pricePlaces } from '#kernel/money'
import { utcDay } from '#kernel/time'
import type { Problem } from '../../import.ts'
import { priceRounded } from '../prices.ts'
import { childrenOf, textOf, type XmlNode } from '../xml-items.ts'

type Prices = {
  readonly price?: Decimal | string
  readonly perQuantity?: string
  readonly currency?: string
  readonly tiers?: readonly { readonly minQuantity: string; readonly unitPrice: Decimal | string }[]
  readonly shipTo?: readonly string[]
}

/**
 * By preference: prices for everybody before prices of one customer, prices without tax before prices that may include
 * it.
 */
const kinds = ['net_list', 'net_customer', 'net_customer_exp', 'nrp', 'gros_list']
const withTax = new Set(['nrp', 'gros_list'])

export type BmecatPrices = {
  readonly fields: Prices
  readonly problems: readonly Problem[]
  /** The kind of the price says that it has no tax, or how much, which was taken off. */
  readonly isNet?: boolean
}

/**
 * Reads prices without tax: the amount times its factor, for the number of units in `PRICE_QUANTITY`. Without order
 * details, the price basis of the product applies. If prices are in several currencies or countries, it reads those of the
 * first. If no price is valid today, it reads those that began last and reports a problem. It ignores prices that begin
 * later.
 */
export function bmecatPrices(
  article: XmlNode,
  order: XmlNode | undefined,
  now: Date,
): BmecatPrices {
  const basis = basisOf(order)
  const all = childrenOf(article, 'ARTICLE_PRICE_DETAILS', 'PRODUCT_PRICE_DETAILS')
  const today = all.find((one) => hasBegun(one, now) && !hasEnded(one, now))
  const details = today ?? all.findLast((one) => hasBegun(one, now))
  const late = !today && all.length > 0 ? [details ? pricesEnded : notYet] : []
  if (!details) return { fields: {}, problems: late }
  const prices = childrenOf(details, 'ARTICLE_PRICE', 'PRODUCT_PRICE')
  const kind = kinds.find((name) => prices.some(({ attributes }) => attributes.price_type === name))
  const chosen = kind ? prices.filter(({ attributes }) => attributes.price_type === kind) : prices
  const hasTax = kind !== undefined && withTax.has(kind)
  if (hasTax && chosen.some((one) => taxOf(one) === undefined)) {
    return { fields: {}, problems: [taxUnknown] }
  }
  const read = chosen.map((one) => ({
    from: textOf(one, 'LOWER_BOUND') ?? '1',
    ...amountOf(one, basis, hasTax ? taxOf(one) : undefined),
    currency: textOf(one, 'PRICE_CURRENCY'),
    territories: childrenOf(one, 'TERRITORY').map(({ text }) => text.trim()),
  }))
  const market = (one: (typeof read)[number]) =>
    `${one.currency} ${one.territories.toSorted().join(' ')}`
  const [named] = read
  if (!named) return { fields: {}, problems: late }
  const alike = read.filter((one) => market(one) === market(named))
  const [first = named, ...rest] = alike.sort((one, other) => Number(one.from) - Number(other.from))
  const problems = [
    ...late,
    ...(alike.length < read.length ? [otherMarkets] : []),
    ...roundingOf(first, 'price'),
    ...rest.flatMap((one) => roundingOf(one, 'tiers')),
  ]
  return {
    fields: {
      price: first.amount,
      ...(basis.perQuantity === undefined ? {} : { perQuantity: basis.perQuantity }),
      tiers: rest.map(({ from, amount }) => ({ minQuantity: from, unitPrice: amount })),
      ...(first.currency === undefined ? {} : { currency: first.currency }),
      ...(first.territories.length > 0 ? { shipTo: first.territories } : {}),
    },
    problems,
    isNet: kind !== undefined,
  }
}

/** `perQuantity` becomes the price basis. With a `divisor`, the price is divided instead. */
type Basis = { readonly perQuantity: string | undefined; readonly divisor: Decimal | undefined }

/**
 * The basis is 1 if the order details give no quantity. A basis that is not a whole number, or is too large, cannot be
 * stored.
 */
function basisOf(order: XmlNode | undefined): Basis {
  const given = textOf(order, 'PRICE_QUANTITY') ?? (order && '1')
  if (given === undefined || !decimalShape.test(given)) {
    return { perQuantity: given, divisor: undefined }
  }
  const quantity = new Decimal(given)
  if (quantity.isZero() || (quantity.isInteger() && quantity.lte(perQuantityMax))) {
    return { perQuantity: quantity.toFixed(), divisor: undefined }
  }
  return { perQuantity: '1', divisor: quantity }
}

const problem = (code: string, message: string, fatal: boolean): Problem => ({
  code,
  message,
  field: 'price',
  fatal,
})
const pricesEnded = problem(
  'price_ended',
  'No price of the record is valid today, so the import used the last one. Send the file again with current prices.',
  false,
)
const notYet = problem(
  'price_not_yet_valid',
  'The prices of the record are not valid yet, so the import left them out. An existing product keeps its price. Send the file again when the prices are valid.',
  false,
)
const taxUnknown = problem(
  'price_tax_unknown',
  'The prices of the record may include tax, but the record does not name the rate. State TAX, or a price of the type net_list.',
  true,
)
const otherMarkets = problem(
  'price_of_other_market',
  'The record has prices for several currencies or countries. The import used those that match the first price. Put the others into price lists.',
  false,
)

/** 0.19 or, as some files have it, 19. */
function taxOf(price: XmlNode): Decimal | undefined {
  const text = textOf(price, 'TAX') ?? ''
  if (!/^\d{1,2}(?:\.\d{1,6})?$/.test(text)) return undefined
  const tax = new Decimal(text)
  return tax.lt(1) ? tax : tax.div(100)
}

const decimalShape = /^\d{1,15}(?:\.\d{1,15})?$/

type Amount = {
  /** A text that is not a number stays as it is. The caller reports it. */
  readonly amount: Decimal | string
  /** The price before rounding. */
  readonly exact?: Decimal
}

function amountOf(price: XmlNode, { divisor }: Basis, tax: Decimal | undefined): Amount {
  const amount = textOf(price, 'PRICE_AMOUNT') ?? ''
  const factor = textOf(price, 'PRICE_FACTOR') ?? '1'
  if (!decimalShape.test(amount) || !decimalShape.test(factor)) return { amount }
  const exact = new Exact(amount)
    .times(factor)
    .div(divisor ?? 1)
    .div(tax?.plus(1) ?? 1)
  return { amount: exact.toDecimalPlaces(pricePlaces, Decimal.ROUND_HALF_EVEN), exact }
}

/** With this many digits, amount times factor is exact. */
const Exact = Decimal.clone({ precision: 60 })

function roundingOf({ amount, exact }: Amount, field: 'price' | 'tiers'): Problem[] {
  if (typeof amount === 'string' || !exact || exact.eq(amount)) return []
  return [priceRounded(exact, amount, field)]
}

/** Either of the two dates may be absent. */
function hasBegun(details: XmlNode, now: Date): boolean {
  const start = dateOf(details, 'valid_start_date')
  return start === undefined || start <= utcDay(now)
}

function hasEnded(details: XmlNode, now: Date): boolean {
  const end = dateOf(details, 'valid_end_date')
  return end !== undefined && end < utcDay(now)
}

function dateOf(details: XmlNode, type: string): string | undefined {
  const node = childrenOf(details, 'DATETIME').find(({ attributes }) => attributes.type === type)
  return textOf(node, 'DATE') ?? textOf(details, type.toUpperCase())
}
