import { Decimal } from 'decimal.js'
import { isCurrency, type Money, money, parseMoney, roundToMoney } from '#kernel/money'
import type { RateTable } from '#modules/fx'
import { fail } from '../failures.ts'

/** From goods of this worth on: a part of them, or an amount. One of the two. */
export type OrderDiscountTier = {
  readonly from: string
  readonly percent?: string | undefined
  readonly amount?: string | undefined
}

/** Off what a buyer orders of a supplier at once. Of the tiers the highest that is reached counts. */
export type OrderDiscounts = {
  readonly currency: string
  /** By rising worth of the goods. */
  readonly tiers: readonly OrderDiscountTier[]
}

/** What a contract that holds takes off the goods of its supplier. */
export type HeldDiscounts = OrderDiscounts & {
  readonly supplierCompanyId: string
  readonly contract: { readonly id: string; readonly reference: string }
}

export type DiscountGranted =
  | { readonly kind: 'percentage'; readonly percent: string }
  | { readonly kind: 'absolute'; readonly amount: Money }
  /** Something was agreed on, and without a rate from this currency nobody can say what it comes to. */
  | { readonly kind: 'unconvertible'; readonly from: string }

export const orderDiscountTiersMax = 20

export function refuseInvalidOrderDiscounts(discounts: OrderDiscounts | undefined): void {
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
 * What is taken off goods of this worth. Amounts of another currency are converted with the rates of the table and rounded
 * once, half to even. What holds from nothing on needs no rate.
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
