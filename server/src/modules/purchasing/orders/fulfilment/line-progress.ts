import { type Money, money } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { LineTax } from '#modules/totals'
import type { LineReferences } from '../line-references/index.ts'

/**
 * The progress of a line. The database checks the bounds of the sums; the functions here never leave them.
 */
export type LineProgress = LineReferences & {
  readonly lineNumber: number
  /** The line that it has more of, or whose open pieces it replaces, if it was added later. */
  readonly followsLine: number | undefined
  readonly productId: string
  readonly sku: string
  readonly supplierCompanyId: string
  readonly quantity: Quantity
  /** The unit of all its quantities, a code of UN/ECE Recommendation 20. */
  readonly unit: string
  readonly confirmedAt: Date | undefined
  /** The day on which the supplier promises that the line arrives, `2026-01-31`. */
  readonly promisedDate: string | undefined
  /** The day that the buyer has accepted. Undefined: the requested day counts, or there is none. */
  readonly agreedDate: string | undefined
  /** Since when the supplier waits for stock. */
  readonly backorderedAt: Date | undefined
  /** The open pieces for which there is no stock yet. They cannot be shipped. */
  readonly waiting: Quantity
  /** The proposal of the supplier about this line that waits for the buyer. */
  readonly proposalId: string | undefined
  /** The open request of the buyer to change this line, which waits for the supplier. */
  readonly changeRequestId: string | undefined
  readonly cancelled: Quantity
  readonly shipped: Quantity
  readonly delivered: Quantity
  /** Shipped pieces that did not arrive. */
  readonly missing: Quantity
  /** Delivered pieces that the buyer asked to return or has returned. */
  readonly returned: Quantity
  /** Missing pieces that the buyer asked to be paid back. */
  readonly claimed: Quantity
  /** After its discount and before tax. */
  readonly net: Money
  /** The line's share of the tax of its group. Undefined in orders older than taxes. */
  readonly tax: LineTax | undefined
  /** What the buyer pays for the line: `net` and tax. */
  readonly total: Money
  /** The pieces that were credited or are promised a credit, and the amount of it. */
  readonly creditedQuantity: Quantity
  readonly credited: Money
  /** The reduction of pieces that have not left, and of pieces that have left and whose money has not gone back. */
  readonly reducedOpen: Money
  readonly reducedKept: Money
  /** How far the invoiced tax of its kept pieces is from that of their net amount, rounded by itself. */
  readonly keptTaxOffMinor: bigint
  /** By how much the credits of its returned pieces have more tax than the running sum gave them. */
  readonly creditedTaxOffMinor: bigint
}

/** What the fields of a line say before anything has happened to it. Its amounts depend on its currency. */
export const untouched = {
  confirmedAt: undefined,
  promisedDate: undefined,
  agreedDate: undefined,
  backorderedAt: undefined,
  waiting: 0n,
  proposalId: undefined,
  changeRequestId: undefined,
  cancelled: 0n,
  shipped: 0n,
  delivered: 0n,
  missing: 0n,
  returned: 0n,
  claimed: 0n,
  creditedQuantity: 0n,
  keptTaxOffMinor: 0n,
  creditedTaxOffMinor: 0n,
} satisfies Partial<LineProgress>

export type Pieces = { readonly lineNumber: number; readonly quantity: Quantity }

/** Neither shipped nor cancelled. */
export function openOf({ quantity, shipped, cancelled }: LineProgress): Quantity {
  return quantity - shipped - cancelled
}

/** Open pieces that have their stock. */
export function shippableOf(line: LineProgress): Quantity {
  return openOf(line) - line.waiting
}

export function returnableOf({ delivered, returned }: LineProgress): Quantity {
  return delivered - returned
}

export function claimableOf({ missing, claimed }: LineProgress): Quantity {
  return missing - claimed
}

/** Pieces that had left, and whose money has gone back or is promised. */
export function takenBackOf({ creditedQuantity, cancelled }: LineProgress): Quantity {
  return creditedQuantity - cancelled
}

/** The cost of a line, computed from the total of its goods. */
export function netAndTotal(
  { amountMinor: goods, currency }: Money,
  discount: Money | undefined,
  tax: LineTax | undefined,
): Pick<LineProgress, 'net' | 'tax' | 'total'> {
  const net = goods - (discount?.amountMinor ?? 0n)
  const total = net + (tax?.amount.amountMinor ?? 0n)
  return { net: money(net, currency), tax, total: money(total, currency) }
}
