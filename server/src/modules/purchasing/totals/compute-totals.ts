import { type Money, money, sumOf } from '#kernel/money'
import type { Tax } from '#modules/tax'
import type { Amounts, LineTax, TaxShare } from './amounts.ts'
import { allocate, amountOff, type Discount } from './discount.ts'
import { taxesOf } from './group-tax.ts'

export type LineToTotal = {
  /** Price times quantity, rounded, before any discount. */
  readonly goods: Money
  /** The tax is rounded once for all goods of one supplier at one rate. */
  readonly supplier: string
  /** The goods of one parcel share a shipping cost. */
  readonly parcel: string
  readonly tax: Tax
  /** The discounts of this line, in the order in which they apply. */
  readonly discounts?: readonly Discount[]
}

/** A cost of one parcel, or of everything that one supplier sells. */
export type Charge = { readonly amount: Money } & (
  | { readonly parcel: string }
  | { readonly supplier: string }
)

export type Sums = {
  readonly currency: string
  readonly lines: readonly LineToTotal[]
  readonly charges?: readonly Charge[]
  /** The discounts of the order. They apply after those of the lines, in this order. */
  readonly discounts?: readonly OrderDiscount[]
}

/** A discount on the sum of some lines, given by index; by default of all lines. */
export type OrderDiscount = Discount & { readonly lines?: readonly number[] | undefined }

export type TotalledLine = {
  readonly goods: Money
  readonly discount: Money
  /** The taxable amount. */
  readonly net: Money
  /** Undefined while the tax is not determined. */
  readonly tax: LineTax | undefined
}

export type Totals = Omit<Amounts, 'tax' | 'total' | 'discounts'> & {
  /** Undefined when the tax of a line is not determined: unknown is not 0. */
  readonly tax: Money | undefined
  readonly total: Money | undefined
  /** In the order of the input. */
  readonly lines: readonly TotalledLine[]
  /** The amount of each discount of the order, in the order of the input. */
  readonly discounted: readonly Money[]
  readonly charges: readonly { readonly amount: Money; readonly tax: LineTax | undefined }[]
}

/**
 * The only place where amounts become totals. It calculates in whole minor units. First each line gets its own
 * discounts. Then the discounts of the order are spread over the lines, by their remaining amounts. Then the goods and
 * shipping costs of one supplier at one rate are taxed together, and the tax is rounded once. Each line shows its
 * share. A cost is taxed as the goods of its parcel or its supplier.
 */
export function computeTotals({ currency, lines, charges = [], discounts = [] }: Sums): Totals {
  const { nets, offs } = applyDiscounts(lines, discounts, currency)
  const carrying = charges.map((charge) => ({ charge, main: mainLineOf(charge, lines, nets) }))
  const taxes = taxesOf(
    [
      ...lines.map(({ supplier, tax }, at) => ({ supplier, tax, net: nets[at] as Money })),
      ...carrying.map(({ charge, main }) => {
        return { supplier: main.supplier, tax: main.tax, net: charge.amount }
      }),
    ],
    currency,
  )
  const totalled = lines.map(({ goods }, at) => {
    const net = nets[at] as Money
    const discount = money(goods.amountMinor - net.amountMinor, currency)
    return { goods, discount, net, tax: taxes[at] }
  })
  const carried = charges.map((charge, at) => ({ ...charge, tax: taxes[lines.length + at] }))
  const parts = [...totalled, ...carried.map(({ amount, tax }) => ({ net: amount, tax }))]
  const goods = sumOf(
    totalled.map((line) => line.goods),
    currency,
  )
  const discount = sumOf(
    totalled.map((line) => line.discount),
    currency,
  )
  const shipping = sumOf(
    carried.map(({ amount }) => amount),
    currency,
  )
  const tax = parts.every((part) => part.tax)
    ? sumOf(
        parts.flatMap((part) => part.tax?.amount ?? []),
        currency,
      )
    : undefined
  const before = goods.amountMinor - discount.amountMinor + shipping.amountMinor
  return {
    goods,
    discount,
    shipping,
    tax,
    total: tax && money(before + tax.amountMinor, currency),
    breakdown: breakdownOf(parts, currency),
    lines: totalled,
    discounted: offs,
    charges: carried,
  }
}

function applyDiscounts(
  lines: readonly LineToTotal[],
  discounts: readonly OrderDiscount[],
  currency: string,
): { readonly nets: readonly Money[]; readonly offs: readonly Money[] } {
  const minus = (from: Money, discount: Discount) =>
    money(from.amountMinor - amountOff(discount, from).amountMinor, currency)
  let nets = lines.map((line) => (line.discounts ?? []).reduce(minus, line.goods))
  const offs: Money[] = []
  for (const discount of discounts) {
    const within = discount.lines && new Set(discount.lines)
    const concerned = nets.map((net, at) => (within && !within.has(at) ? money(0n, currency) : net))
    const off = amountOff(discount, sumOf(concerned, currency))
    const shares = allocate(
      off.amountMinor,
      concerned.map(({ amountMinor }) => amountMinor),
    )
    nets = nets.map((net, at) => money(net.amountMinor - (shares[at] ?? 0n), currency))
    offs.push(off)
  }
  return { nets, offs }
}

/**
 * The line with the highest value in the parcel or of the supplier, or the first of equals. Its tax is also the tax of
 * the cost.
 */
function mainLineOf(
  charge: Charge,
  lines: readonly LineToTotal[],
  nets: readonly Money[],
): LineToTotal {
  let main: { readonly line: LineToTotal; readonly worth: bigint } | undefined
  for (const [at, line] of lines.entries()) {
    if (!isChargedFor(line, charge)) continue
    const worth = nets[at]?.amountMinor ?? 0n
    if (!main || worth > main.worth) main = { line, worth }
  }
  if (!main) throw new Error('a parcel or a supplier has a cost and no lines')
  return main.line
}

function isChargedFor(line: LineToTotal, charge: Charge): boolean {
  return 'parcel' in charge ? line.parcel === charge.parcel : line.supplier === charge.supplier
}

type Taxed = { readonly net: Money; readonly tax: LineTax | undefined }

/** The tax of each category and rate, with the amount that it is computed from. */
export function breakdownOf(parts: readonly Taxed[], currency: string): TaxShare[] {
  const known = parts.flatMap(({ net, tax }) => (tax ? [{ net, tax }] : []))
  const alike = Map.groupBy(known, ({ tax }) => [tax.category, tax.rate, tax.reasonCode].join('|'))
  return [...alike]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...rest]]) => {
      if (!first) return []
      const { category, rate, reasonCode } = first.tax
      const all = [first, ...rest]
      return {
        category,
        rate,
        reasonCode,
        taxable: sumOf(
          all.map(({ net }) => net),
          currency,
        ),
        amount: sumOf(
          all.map(({ tax }) => tax.amount),
          currency,
        ),
      }
    })
}
