import { type Money, money, shareOf } from '#kernel/money'

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
  /** What the line costs its buyer: after its discount, and with its tax. */
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

/**
 * The line after the money of so many pieces goes back, and that money: the difference of two rounded shares of the
 * line's total. So the parts of a line add up to the line, in whatever parts it is given back.
 */
export function credited(
  line: LineProgress,
  pieces: number,
): { line: LineProgress; amount: Money } {
  const creditedQuantity = line.creditedQuantity + pieces
  const share = shareOf(line.total, creditedQuantity, line.quantity)
  const amount = money(share - line.credited.amountMinor, line.total.currency)
  return {
    line: { ...line, creditedQuantity, credited: money(share, line.total.currency) },
    amount,
  }
}
