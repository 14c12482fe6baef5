import { daysMs } from '#kernel/time'

/** Which changes of a supplier a company takes without a decision, and how long it has for a decision. */
export type Tolerances = {
  /** Days after the day that the buyer has requested or accepted. */
  readonly daysLater: number
  /** Pieces that a line may lose of what was ordered. */
  readonly fewerPieces: number
  /** Working days of the company, after which a proposal lapses. */
  readonly lapseWorkingDays: number
}

export const usualTolerances: Tolerances = { daysLater: 3, fewerPieces: 0, lapseWorkingDays: 10 }

/** What is measured of one line. Days look like `2026-01-31`. */
export type MeasuredChange = {
  /** The day that the buyer has requested or accepted. Undefined: there is none yet. */
  readonly agreedDate: string | undefined
  readonly promisedDate: string | undefined
  readonly isBackordered: boolean
  /** The pieces that the line would have lost of what was ordered. Undefined: the quantity does not change. */
  readonly fewer: number | undefined
}

/** Whether the company takes the change without a decision. */
export function isTolerated(
  tolerances: Omit<Tolerances, 'lapseWorkingDays'>,
  change: MeasuredChange,
): boolean {
  const { agreedDate, promisedDate, isBackordered, fewer = 0 } = change
  if (fewer > tolerances.fewerPieces) return false
  if (promisedDate === undefined) return true
  // The buyer ordered goods from stock, so nobody knows whether this day is late.
  if (agreedDate === undefined) return !isBackordered
  return daysBetween(agreedDate, promisedDate) <= tolerances.daysLater
}

function daysBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / daysMs(1)
}
