import { type Money, money } from '#kernel/money'
import type { LineTax } from '#modules/totals'

/** How far a line is, in pieces. The database holds the sums to their bounds; the functions here never leave them. */
export type LineProgress = {
  readonly lineNumber: number
  readonly productId: string
  readonly sku: string
  readonly supplierCompanyId: string
  /** Which of the order's deliveries it is in, from 1. Undefined: there is only one. */
  readonly delivery?: number | undefined
  /** These two where they differ from the order's. */
  readonly costCenter?: string | undefined
  readonly poNumber?: string | undefined
  readonly quantity: number
  readonly confirmedAt: Date | undefined
  readonly cancelled: number
  readonly shipped: number
  readonly delivered: number
  /** Of what was shipped, and did not arrive. */
  readonly missing: number
  /** Asked back or taken back, of what was delivered. */
  readonly returned: number
  /** Asked to be paid back, of what is missing. */
  readonly claimed: number
  /** After its discount, and before tax. */
  readonly net: Money
  /** The line's share of the tax of its group. Undefined in orders from before taxes. */
  readonly tax: LineTax | undefined
  /** What the line costs its buyer: `net` and tax. */
  readonly total: Money
  /** Pieces that were given their money back, or are promised it, and how much that was. */
  readonly creditedQuantity: number
  readonly credited: Money
  /** Taken off the price of pieces that have not left, and of pieces that have and whose money has not gone back. */
  readonly reducedOpen: Money
  readonly reducedKept: Money
}

export type Pieces = { readonly lineNumber: number; readonly quantity: number }

/** Neither shipped nor cancelled. */
export function openOf({ quantity, shipped, cancelled }: LineProgress): number {
  return quantity - shipped - cancelled
}

export function returnableOf({ delivered, returned }: LineProgress): number {
  return delivered - returned
}

export function claimableOf({ missing, claimed }: LineProgress): number {
  return missing - claimed
}

/** Pieces that had left, and whose money has gone back or is promised. */
export function takenBackOf({ creditedQuantity, cancelled }: LineProgress): number {
  return creditedQuantity - cancelled
}

/** What a line costs, from the total of its goods. */
export function netAndTotal(
  { amountMinor: goods, currency }: Money,
  discount: Money | undefined,
  tax: LineTax | undefined,
): Pick<LineProgress, 'net' | 'tax' | 'total'> {
  const net = goods - (discount?.amountMinor ?? 0n)
  const total = net + (tax?.amount.amountMinor ?? 0n)
  return { net: money(net, currency), tax, total: money(total, currency) }
}
