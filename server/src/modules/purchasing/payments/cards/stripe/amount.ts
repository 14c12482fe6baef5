import { minorUnitsOf } from '#kernel/currency'
import { type Money, money } from '#kernel/money'
import { ProviderRefused, ProviderUnavailable } from '../provider.ts'

/**
 * Stripe's smallest units are those of ISO 4217, except for these currencies. Source: docs.stripe.com/currencies,
 * "Zero-decimal currencies" and "Special cases".
 */
const decimalsAtStripe: ReadonlyMap<string, number> = new Map([
  ['MGA', 0],
  ['ISK', 2],
  ['UGX', 2],
])

/** Throws `ProviderRefused` for an amount that Stripe cannot represent. */
export function toStripeAmount(value: Money): number {
  const amount = atStripe(value)
  if (amount === undefined) throw new ProviderRefused('amount_not_supported')
  return amount
}

export function isHeldAtStripe(value: Money): boolean {
  return atStripe(value) !== undefined
}

function atStripe({ amountMinor, currency }: Money): number | undefined {
  const amount = rescale(amountMinor, minorUnitsOf(currency), decimalsOf(currency))
  // For currencies with three decimals Stripe accepts only amounts that end in 0.
  const isHeld = amount !== undefined && (decimalsOf(currency) < 3 || amount % 10n === 0n)
  return isHeld && amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : undefined
}

/** Stripe writes `currency` in lower case. */
export function fromStripeAmount(amount: number, currencyAtStripe: string): Money {
  const currency = currencyAtStripe.toUpperCase()
  const amountMinor = Number.isSafeInteger(amount)
    ? rescale(BigInt(amount), decimalsOf(currency), minorUnitsOf(currency))
    : undefined
  if (amountMinor === undefined) {
    throw new ProviderUnavailable('The provider named an amount that cannot be read.')
  }
  return money(amountMinor, currency)
}

function decimalsOf(currency: string): number {
  return decimalsAtStripe.get(currency) ?? minorUnitsOf(currency)
}

/** Undefined if the amount would have to be rounded. */
function rescale(amount: bigint, from: number, to: number): bigint | undefined {
  if (to >= from) return amount * 10n ** BigInt(to - from)
  const factor = 10n ** BigInt(from - to)
  return amount % factor === 0n ? amount / factor : undefined
}
