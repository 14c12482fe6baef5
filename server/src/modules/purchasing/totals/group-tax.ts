import { Decimal } from 'decimal.js'
import { type Money, money, percentOf, sumOf } from '#kernel/money'
import type { Tax } from '#modules/tax'
import type { LineTax } from './amounts.ts'
import { allocate } from './discount.ts'

type Determined = Extract<Tax, { readonly state: 'DETERMINED' }>

/** A line, or the shipping cost of a parcel. */
export type Taxable = { readonly supplier: string; readonly net: Money; readonly tax: Tax }

/** Lines with the same key are taxed together: one supplier, one rate, one reason, one country. */
export function groupKey(supplier: string, tax: Omit<LineTax, 'amount'> | undefined): string {
  if (!tax) return supplier
  const rate = new Decimal(tax.rate).toFixed()
  return [supplier, tax.category, rate, tax.reasonCode, tax.country].join('|')
}

/**
 * Returns the tax of each part. A group is taxed on its whole net amount and rounded once, half to even. Each part gets
 * its share by largest remainder, so that the parts add up to the group. A part without a determined tax gets
 * undefined.
 */
export function taxesOf(parts: readonly Taxable[], currency: string): (LineTax | undefined)[] {
  const taxes: (LineTax | undefined)[] = parts.map(() => undefined)
  const known = parts.flatMap(({ supplier, net, tax }, at) =>
    tax.state === 'DETERMINED' ? [{ key: groupKey(supplier, tax), net, tax, at }] : [],
  )
  for (const [, group] of Map.groupBy(known, ({ key }) => key)) {
    const rate = (group[0] as { readonly tax: Determined }).tax.rate
    const nets = group.map(({ net }) => net)
    const whole = percentOf(sumOf(nets, currency), rate)
    const shares = allocate(
      whole.amountMinor,
      nets.map(({ amountMinor }) => amountMinor),
    )
    for (const [place, { tax, at }] of group.entries()) {
      const { category, reasonCode, country } = tax
      taxes[at] = {
        category,
        rate,
        amount: money(shares[place] ?? 0n, currency),
        reasonCode,
        country,
      }
    }
  }
  return taxes
}

/** The ordered amounts that were taxed together. */
export type TaxedGroup = { readonly rate: string; readonly net: Money; readonly tax: Money }

/**
 * Returns the tax of the first `net` minor units of a group, rounded once. A document over the amounts from `a` to `b`
 * has the tax `taxUpTo(b) - taxUpTo(a)`, so all documents together have the tax of the group. The tax of each document
 * is less than one minor unit away from its own net amount times the rate, because all halves of a group are rounded in
 * one direction: that of the group, or up. The tax of an older order is not its net amount times the rate. Its
 * documents have a proportional part of it.
 */
export function taxUpTo(group: TaxedGroup, net: bigint): bigint {
  const { over, under } = exactTax(group, net)
  const isRoundedDown = group.tax.amountMinor * under < exactTax(group, group.net.amountMinor).over
  return (over * 2n + under - (isRoundedDown ? 1n : 0n)) / (2n * under)
}

/** The whole minor units next to an exact tax, equal if it is whole: all that are less than one minor unit away from it. */
export type TaxBounds = {
  readonly least: bigint
  readonly most: bigint
  /** How far the exact tax is above `least`. It compares with that of other amounts of the group. */
  readonly remainder: bigint
}

export function taxNextTo(group: TaxedGroup, net: bigint): TaxBounds {
  const { over, under } = exactTax(group, net)
  const remainder = over % under
  const least = over / under
  return { least, most: remainder === 0n ? least : least + 1n, remainder }
}

/** The tax of an amount before it is rounded, as a fraction. */
function exactTax({ rate, net: whole, tax }: TaxedGroup, net: bigint) {
  if (percentOf(whole, rate).amountMinor === tax.amountMinor) {
    return { over: net * BigInt(new Decimal(rate).times(10_000).toFixed(0)), under: 1_000_000n }
  }
  return { over: net * tax.amountMinor, under: whole.amountMinor || 1n }
}
