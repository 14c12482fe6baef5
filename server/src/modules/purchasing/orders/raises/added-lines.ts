import {
  lineTotal,
  type Money,
  money,
  percentOf,
  shareOf,
  sumOf,
  type UnitPrice,
} from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Substitute } from '#modules/products'
import { type Amounts, breakdownOf, type LineTax } from '#modules/totals'
import { viewMoney } from '#platform/http'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { minorOf, shareFromLeft } from '../line-references/index.ts'
import type { Order, OrderLine, PlacedLine } from '../order.ts'
import { placedLine } from '../placing/placed-document.ts'

/** More of a line, or its open pieces at another price, as both sides have agreed: with the days of that line. */
export type Addition = {
  readonly line: Pick<LineProgress, 'lineNumber' | 'promisedDate' | 'agreedDate' | 'backorderedAt'>
  readonly quantity: Quantity
  /** How much of it waits for stock, as it did in the line. Default: nothing. */
  readonly waiting?: Quantity | undefined
  /** Default: that of the line. */
  readonly unitPrice?: UnitPrice | undefined
  /** Default: the product of the line. */
  readonly substitute?: Substitute | undefined
}

/** The order with its amounts after the additions, and the lines that it gets. */
export type AddedLines = { readonly order: Order; readonly lines: readonly PlacedLine[] }

/**
 * Each addition is a line of its own, with the same share of the discount as the line that it follows. It is
 * taxed by itself, so that neither the lines before nor what has been invoiced of them changes.
 */
export function addLines(
  order: Order,
  placed: readonly PlacedLine[],
  additions: readonly Addition[],
  now: Date,
): AddedLines {
  const byNumber = new Map(placed.map((line) => [line.progress.lineNumber, line]))
  const last = Math.max(...byNumber.keys())
  const lines = additions.flatMap((addition, at) => {
    const followed = byNumber.get(addition.line.lineNumber)
    return followed ? [addedLine(followed, addition, last + at + 1, now)] : []
  })
  const total = money(
    order.total.amountMinor + costOfAdded(lines, order.total.currency).amountMinor,
    order.total.currency,
  )
  const amounts = order.amounts && amountsWith(order.amounts, lines, total)
  return { order: { ...order, total, amounts }, lines }
}

/** With tax. */
export function costOfAdded(lines: readonly PlacedLine[], currency: string): Money {
  return sumOf(
    lines.map(({ progress }) => progress.total),
    currency,
  )
}

function addedLine(
  followed: PlacedLine,
  {
    line: { lineNumber: followsLine, promisedDate, agreedDate, backorderedAt },
    ...agreed
  }: Addition,
  lineNumber: number,
  now: Date,
): PlacedLine {
  const { progress: _, ...ordered } = followed
  const { quantity, waiting = 0n, unitPrice = followed.unitPrice, substitute } = agreed
  const total = lineTotal(unitPrice, quantity)
  const discount = discountOf(followed, total)
  const { currency } = total
  const net = money(total.amountMinor - (discount?.amountMinor ?? 0n), currency)
  const tax = followed.tax && { ...followed.tax, amount: percentOf(net, followed.tax.rate) }
  const allocations = dividedAs(followed, net, tax)
  const amounts = { quantity, unitPrice, total, discount, tax, allocations }
  // What was negotiated holds for this product at this price.
  const negotiatedPrice = agreed.unitPrice ? undefined : followed.negotiatedPrice
  const line: OrderLine = { ...ordered, ...substitute, ...amounts, negotiatedPrice }
  const added = placedLine(line, lineNumber, now)
  const terms = { followsLine, confirmedAt: now, promisedDate, agreedDate, waiting }
  const since = waiting > 0n && { backorderedAt }
  return { ...added, progress: { ...added.progress, ...terms, ...since } }
}

function discountOf({ discount, total }: PlacedLine, goods: Money): Money | undefined {
  if (!discount || total.amountMinor === 0n) return discount
  return money(shareOf(discount, goods.amountMinor, total.amountMinor), goods.currency)
}

/** The line is divided among the same cost centres, GL accounts and projects, in the same proportion. */
function dividedAs(
  { allocations }: PlacedLine,
  net: Money,
  tax: LineTax | undefined,
): OrderLine['allocations'] {
  if (!allocations) return undefined
  const weights = allocations.map((one) => minorOf(one.amount))
  const nets = shareFromLeft(net.amountMinor, weights)
  const taxes = tax && shareFromLeft(tax.amount.amountMinor, weights)
  return allocations.map(({ quantity: _, ...one }, at) => ({
    ...one,
    amount: viewMoney(money(nets[at] ?? 0n, net.currency)),
    ...(taxes && { tax: viewMoney(money(taxes[at] ?? 0n, net.currency)) }),
  }))
}

function amountsWith(amounts: Amounts, lines: readonly PlacedLine[], total: Money): Amounts {
  const { currency } = total
  const add = (before: Money, more: readonly (Money | undefined)[]) =>
    sumOf([before, ...more.filter((one) => one !== undefined)], currency)
  const known = amounts.breakdown.map(({ taxable, ...tax }) => ({
    net: taxable,
    tax: { ...tax, country: undefined },
  }))
  const added = lines.map(({ progress: { net, tax } }) => ({ net, tax }))
  return {
    ...amounts,
    goods: add(
      amounts.goods,
      lines.map((line) => line.total),
    ),
    discount: add(
      amounts.discount,
      lines.map(({ discount }) => discount),
    ),
    tax: add(
      amounts.tax,
      lines.map(({ tax }) => tax?.amount),
    ),
    total,
    breakdown: breakdownOf([...known, ...added], currency),
    discounts: amounts.discounts?.map((one) => takenOffWith(one, lines, currency)),
  }
}

function takenOffWith(
  taken: NonNullable<Amounts['discounts']>[number],
  lines: readonly PlacedLine[],
  currency: string,
): NonNullable<Amounts['discounts']>[number] {
  const own = lines.filter((line) => line.supplierCompanyId === taken.supplierCompanyId)
  const more = own.flatMap(({ discount }) => discount ?? [])
  return { ...taken, amount: sumOf([taken.amount, ...more], currency) }
}
