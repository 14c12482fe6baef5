import { type Money, money, shareOf, sumOf } from '#kernel/money'

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
 * The line after the money of so many pieces goes back, and that money. Pieces have places: those that are cancelled (which
 * `line` says already) lie at the beginning of a line, those that have left at its end, and of these the last are taken back
 * first. What any of them cost is the difference of two rounded shares, so the parts of a line add up to the line in whatever
 * order they are shipped, cancelled and taken back, and documents, which count alike, say the same to the minor unit.
 */
export function credited(
  line: LineProgress,
  pieces: number,
): { line: LineProgress; amount: Money } {
  const { total, quantity, cancelled } = line
  const creditedQuantity = line.creditedQuantity + pieces
  const takenBack = creditedQuantity - cancelled
  const left = shareOf(total, quantity - takenBack, quantity) - shareOf(total, cancelled, quantity)
  const before = line.credited.amountMinor
  const given = total.amountMinor - left - before
  // Of a line of which an older release took pieces back from the beginning, a unit too much may have been given.
  const amount = money(given > 0n ? given : 0n, total.currency)
  return {
    line: { ...line, creditedQuantity, credited: sumOf([line.credited, amount], total.currency) },
    amount,
  }
}
