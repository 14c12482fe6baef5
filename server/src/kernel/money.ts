import { Decimal } from 'decimal.js'
import { minorUnitsOf } from './currency.ts'
import { numberOf, type Quantity } from './quantity.ts'

export { isCurrency, minorUnitsOf } from './currency.ts'

/** Enough digits to compute the product of any price and quantity exactly before it is rounded. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN, toExpPos: 60 })

/** Money as it is booked, in whole minor units. 12.50 EUR is `{ amountMinor: 1250n, currency: 'EUR' }`. */
export type Money = { readonly amountMinor: bigint; readonly currency: string }

/**
 * The price of `perQuantity` units, as the supplier states it: up to six decimals, and not rounded before the multiplication. The
 * price basis is 1 unless the supplier prices per 100 or the like.
 */
export type UnitPrice = {
  readonly amount: Decimal
  readonly currency: string
  readonly perQuantity: number
}

/** Decimals that a unit price keeps. */
export const pricePlaces = 6

/** Prices have at most 14 digits before the point. */
const priceLimit = 1e14

/** The largest price basis. */
export const perQuantityMax = 1_000_000

export function money(amountMinor: bigint, currency: string): Money {
  return { amountMinor, currency }
}

export function unitPrice(amount: string | Decimal, currency: string, perQuantity = 1): UnitPrice {
  return { amount: new Exact(amount), currency, perQuantity }
}

/** A price as the database keeps it: not negative, and without more digits. */
export function isPrice({ amount }: Pick<UnitPrice, 'amount'>): boolean {
  return amount.isPositive() && amount.lt(priceLimit) && amount.decimalPlaces() <= pricePlaces
}

/** Quantity times price by the price basis, rounded once, half to even, to the currency's minor units. */
export function lineTotal(price: UnitPrice, quantity: Quantity): Money {
  const exact = new Exact(price.amount).times(numberOf(quantity)).div(price.perQuantity)
  return roundToMoney(exact, price.currency)
}

/**
 * The price of one unit, with the decimals that a unit price keeps, rounded as the database rounds. It is for display, and to
 * compare prices of different bases. Amounts are computed from the stated price.
 */
export function priceOfOne({ amount, currency, perQuantity }: UnitPrice): UnitPrice {
  if (perQuantity === 1) return unitPrice(amount, currency)
  return unitPrice(roundPrice(new Exact(amount).div(perQuantity)), currency)
}

/** Rounds to the decimals that a unit price keeps, as the database rounds. */
export function roundPrice(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(pricePlaces, Decimal.ROUND_HALF_UP)
}

/** Half to even, as ISO 80000-1 annex B and most tax rules ask where nothing else is agreed. */
export function roundToMoney(amount: Decimal, currency: string): Money {
  const minor = new Exact(amount).times(new Exact(10).pow(minorUnitsOf(currency)))
  return money(BigInt(minor.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed(0)), currency)
}

/** The sum of rounded amounts, so that a document always adds up to its lines. */
export function sumOf(amounts: readonly Money[], currency: string): Money {
  let amountMinor = 0n
  for (const amount of amounts) {
    if (amount.currency !== currency) {
      throw new Error(`cannot add ${amount.currency} to ${currency}`)
    }
    amountMinor += amount.amountMinor
  }
  return money(amountMinor, currency)
}

/** A percentage of an amount, rounded once, half to even. `percent` is a decimal with up to four decimals. */
export function percentOf({ amountMinor, currency }: Money, percent: string): Money {
  const tenThousandths = BigInt(new Exact(percent).times(10_000).toFixed(0))
  return money(dividedHalfEven(amountMinor * tenThousandths, 1_000_000n), currency)
}

function dividedHalfEven(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n
  const whole = numerator / denominator
  const twice = 2n * sign * (numerator % denominator)
  const isUp = twice > denominator || (twice === denominator && whole % 2n !== 0n)
  return isUp ? whole + sign : whole
}

/**
 * The cost of a part of a line, in minor units: a share of the whole, rounded half up. The whole is never negative. Differences of
 * shares always add up to the whole, however the line is divided.
 */
export function shareOf({ amountMinor }: Money, part: Quantity, quantity: Quantity): bigint {
  return (amountMinor * part * 2n + quantity) / (2n * quantity)
}

export function sameMoney(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.amountMinor === other.amountMinor
}

/** A decimal string. Money has all decimals of its currency. A unit price has at least those, and at most six. */
export function decimalOf(value: Money | UnitPrice): string {
  const places = minorUnitsOf(value.currency)
  if ('amountMinor' in value) return insertPoint(value.amountMinor, places)
  return value.amount.toFixed(Math.max(places, value.amount.decimalPlaces()))
}

/** Writes the digits as text: a division would cost thirty times as much, and an answer has dozens of amounts. */
function insertPoint(minor: bigint, places: number): string {
  const sign = minor < 0n ? '-' : ''
  const digits = (minor < 0n ? -minor : minor).toString()
  if (places === 0) return sign + digits
  const padded = digits.padStart(places + 1, '0')
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`
}

const decimalShape = /^-?[0-9]{1,15}(\.[0-9]+)?$/

/** Reads a decimal that a client sent. Returns undefined when it is no decimal, or has more digits than the currency books. */
export function parseMoney(amount: string, currency: string): Money | undefined {
  if (!decimalShape.test(amount)) return undefined
  const value = new Exact(amount)
  if (value.decimalPlaces() > minorUnitsOf(currency)) return undefined
  return roundToMoney(value, currency)
}
