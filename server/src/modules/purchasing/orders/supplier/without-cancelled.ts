import assert from 'node:assert/strict'
import { type Money, money, shareOf, sumOf } from '#kernel/money'
import { type Amounts, allocate, breakdownOf, type ShippingCost } from '#modules/totals'
import { isSameCost } from '../credits/reduction.ts'
import { isIn, netOfPart, sum, taxGroupsOf, worthOf } from '../credits/tax-groups.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order, PlacedLine } from '../order.ts'
import { suppliedTotalsOf } from './supplied-totals.ts'

type Placed = { readonly order: Order; readonly lines: readonly PlacedLine[] }

/**
 * The order as if only its open pieces had been ordered: each line with what is left of its quantity and its amounts, and
 * the shipping costs of parcels that still leave. Nothing of the order has been shipped.
 */
export function withoutCancelled(order: Order, lines: readonly PlacedLine[]): Placed {
  const progress = lines.map((line) => line.progress)
  if (progress.every(({ cancelled }) => cancelled === 0n)) return { order, lines }
  const { currency } = order.total
  const open = taxGroupsOf(order, progress).flatMap((group) => {
    const members = [
      ...group.lines
        .filter((line) => isIn(line, 'OPEN'))
        .map((line) => ({ line, net: netOfPart(line, 'OPEN') })),
      ...group.shippingCosts
        .filter(({ state }) => state === 'OPEN')
        .map(({ shippingCost }) => ({ shippingCost, net: shippingCost.amount.amountMinor })),
    ]
    const nets = members.map(({ net }) => net)
    const taxes = allocate(worthOf(group, 'OPEN') - sum(nets), nets)
    return members.map((member, at) => ({ ...member, tax: money(taxes[at] ?? 0n, currency) }))
  })
  const openLines = open.flatMap((one) => ('line' in one ? [one] : []))
  const openCosts = open.flatMap((one) => ('shippingCost' in one ? [one] : []))
  const left = lines.flatMap((line): PlacedLine[] => {
    const own = openLines.find((one) => one.line.lineNumber === line.progress.lineNumber)
    if (!own) return []
    const { quantity, cancelled } = line.progress
    const { discount, tax } = line
    const off = discount ? discount.amountMinor - shareOf(discount, cancelled, quantity) : 0n
    return [
      {
        ...line,
        quantity: quantity - cancelled,
        total: money(own.net + off, currency),
        discount: discount && money(off, currency),
        tax: tax && { ...tax, amount: own.tax },
      },
    ]
  })
  const shippingCosts = order.shippingCosts?.flatMap((cost) => {
    const own = openCosts.find(({ shippingCost }) => isSameCost(shippingCost, cost))
    return own ? [{ ...cost, tax: { ...cost.tax, amount: own.tax } }] : []
  })
  const amounts = order.amounts && amountsOf(left, shippingCosts ?? [], currency)
  const total = amounts?.total ?? costOf(order, progress)
  return { order: { ...order, total, amounts, shippingCosts }, lines: left }
}

/** What the order costs after its cancellations. */
export function costOf(
  { total: { amountMinor, currency }, shippingCostCredited }: Order,
  lines: readonly LineProgress[],
): Money {
  const credited = sumOf([shippingCostCredited, ...lines.map((line) => line.credited)], currency)
  return money(amountMinor - credited.amountMinor, currency)
}

function amountsOf(
  lines: readonly PlacedLine[],
  costs: readonly ShippingCost[],
  currency: string,
): Amounts {
  const totals = suppliedTotalsOf(lines, costs, currency)
  assert(totals, 'an order with amounts has a tax in each line')
  const parts = [
    ...lines.map(({ total, discount, tax }) => {
      const net = total.amountMinor - (discount?.amountMinor ?? 0n)
      return { net: money(net, currency), tax }
    }),
    ...costs.map(({ amount, tax }) => ({ net: amount, tax })),
  ]
  return { ...totals, breakdown: breakdownOf(parts, currency) }
}
