import { numberOf, type Quantity } from '#kernel/quantity'
import { daysMs } from '#kernel/time'
import { type HigherPrice, isPriceWithin, noHigherPrice, type PriceLimits } from './price-limits.ts'

/** Which changes of a supplier a company takes without a decision, and how long it has for a decision. */
export type Tolerances = PriceLimits & {
  /** Days after the day that the buyer has requested or accepted. */
  readonly daysLater: number
  /** What a line may lose of the quantity that was ordered. */
  readonly fewerPieces: Quantity
  /** Working days of the company, after which a proposal lapses. */
  readonly lapseWorkingDays: number
}

export const usualTolerances: Tolerances = {
  ...noHigherPrice,
  daysLater: 3,
  fewerPieces: 0n,
  lapseWorkingDays: 10,
}

/** In JSON. */
export function viewTolerances({ fewerPieces, higherPriceAmount, ...others }: Tolerances) {
  return {
    ...others,
    fewerPieces: numberOf(fewerPieces),
    ...(higherPriceAmount && { higherPriceAmount }),
  }
}

/** What is measured of one line. Days look like `2026-01-31`. */
export type MeasuredChange = {
  /** The day that the buyer has requested or accepted. Undefined: there is none yet. */
  readonly agreedDate: string | undefined
  readonly promisedDate: string | undefined
  readonly isBackordered: boolean
  /** What the line would have lost of the quantity that was ordered. Undefined: the quantity does not change. */
  readonly fewer: Quantity | undefined
  /** Undefined: the price does not change, or falls. */
  readonly higherPrice?: HigherPrice | undefined
}

/** Whether the company takes the change without a decision. */
export function isTolerated(
  tolerances: Omit<Tolerances, 'lapseWorkingDays'>,
  change: MeasuredChange,
): boolean {
  const { agreedDate, promisedDate, isBackordered, fewer = 0n, higherPrice } = change
  if (fewer > tolerances.fewerPieces) return false
  if (higherPrice && !isPriceWithin(tolerances, higherPrice)) return false
  if (promisedDate === undefined) return true
  // The buyer ordered goods from stock, so nobody knows whether this day is late.
  if (agreedDate === undefined) return !isBackordered
  return daysBetween(agreedDate, promisedDate) <= tolerances.daysLater
}

function daysBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / daysMs(1)
}
