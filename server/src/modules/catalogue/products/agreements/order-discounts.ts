import { Decimal } from 'decimal.js'
import { isCurrency, type Money, money, parseMoney, roundToMoney } from '#kernel/money'
import type { RateTable } from '#modules/fx'
import { fail } from '../failures.ts'

/** A tier of a discount: from this value of the goods on, either a percentage or an amount. */
export type OrderDiscountTier = {
  readonly from: string
  readonly percent?: string | undefined
  readonly amount?: string | undefined
}

/** Discounts on the goods that a buyer orders from a supplier at once. The highest tier that is reached counts. */
export type OrderDiscounts = {
  readonly currency: string
  /** By rising value of the goods. */
  readonly tiers: readonly OrderDiscountTier[]
}

/** The discounts that a contract in force grants on the goods of its supplier. */
export type DiscountsInForce = OrderDiscounts & {
  readonly supplierCompanyId: string
  readonly contract: { readonly id: string; readonly reference: string }
}

export type DiscountGranted =
  | { readonly kind: 'percentage'; readonly percent: string }
  | { readonly kind: 'absolute'; readonly amount: Money }
  /** A discount was agreed, but there is no rate from this currency. */
  | { readonly kind: 'unconvertible'; readonly from: string }

export const orderDiscountTiersMax = 20

export function assertValidOrderDiscounts(discounts: OrderDiscounts | undefined): void {
  if (!discounts) return
  const { currency, tiers } = discounts
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  for (const [place, { from, percent, amount }] of tiers.entries()) {
    const reason = reasonAgainst({ from, percent, amount }, currency, tiers[place - 1])
    if (reason !== undefined) throw fail('contract_discounts_invalid', { place, reason })
  }
}

function reasonAgainst(
  { from, percent, amount }: OrderDiscountTier,
  currency: string,
  before: OrderDiscountTier | undefined,
): string | undefined {
  if ((percent === undefined) === (amount === undefined)) return 'percent_or_amount'
  if (!parseMoney(from, currency)) return 'amount_invalid'
  if (before && new Decimal(from).lte(before.from)) return 'tiers_not_rising'
  if (amount === undefined) return undefined
  const off = parseMoney(amount, currency)
  return off && off.amountMinor > 0n ? undefined : 'amount_invalid'
}

/**
 * Computes the discount on goods of this value. Amounts of another currency are converted with the rates of the table
 * and rounded once, half to even. A tier that starts at 0 needs no rate.
 */
export function discountOf(
  { currency, tiers }: OrderDiscounts,
  goods: Money,
  table: Pick<RateTable, 'conversionFrom'> | undefined,
): DiscountGranted | undefined {
  const convert = (amount: string) => convertTo(amount, currency, goods.currency, table)
  let granted: DiscountGranted | undefined
  for (const { from, percent, amount } of tiers) {
    const threshold = convert(from)
    if (!threshold) return { kind: 'unconvertible', from: currency }
    if (threshold.amountMinor > goods.amountMinor) break
    const off = amount === undefined ? undefined : convert(amount)
    if (percent !== undefined) granted = { kind: 'percentage', percent }
    else
      granted = off ? { kind: 'absolute', amount: off } : { kind: 'unconvertible', from: currency }
  }
  return granted
}

function convertTo(
  amount: string,
  from: string,
  to: string,
  table: Pick<RateTable, 'conversionFrom'> | undefined,
): Money | undefined {
  if (from === to) return parseMoney(amount, from)
  if (new Decimal(amount).isZero()) return money(0n, to)
  const conversion = table?.conversionFrom(from)
  return conversion && roundToMoney(new Decimal(amount).times(conversion.rate), to)
}
