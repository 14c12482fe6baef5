import type { FinishedState } from '../deliveries/delivery.ts'

/** A window of events that goes to an endpoint once more, at a rate, by itself. */
export type Replay = {
  readonly id: string
  readonly companyId: string
  readonly endpointId: string
  /** FINISHED: all of it is on its way, which does not say that it has arrived. */
  readonly state: 'RUNNING' | 'FINISHED' | 'CANCELLED'
  /** Of the events: from, inclusive, and up to, exclusive. */
  readonly since: Date
  readonly until: Date
  readonly types: readonly string[] | undefined
  /** Of the latest delivery of each event. None where it is for what was never recorded. */
  readonly states: readonly FinishedState[]
  readonly missing: boolean
  readonly perSecond: number
  /** How many it was to be, when it was asked for: see `isLowerBound`. */
  readonly matched: number
  /** How many are on their way, or were. */
  readonly replayed: number
  /** Where it goes on: after this delivery, or after this event. */
  readonly place: { readonly at: Date | undefined; readonly id: string } | undefined
  readonly createdAt: Date
  readonly finishedAt: Date | undefined
}

/** What was never recorded is counted so far and no further, however much it is. */
export const missingCountedMax = 1_000

/** There are at least so many, and perhaps more: `replayed` may pass it. */
export function isLowerBound({ missing, matched }: Pick<Replay, 'missing' | 'matched'>): boolean {
  return missing && matched >= missingCountedMax
}

/** What became of what is on its way. */
export type ReplayProgress = {
  readonly succeeded: number
  readonly waiting: number
  readonly failed: number
}

/** Of what an endpoint takes: the rest is for what happens now. */
const shareOfThrottle = 0.2
const perSecondDefault = 100

export function defaultPerSecond(maxPerSecond: number | undefined): number {
  if (maxPerSecond === undefined) return perSecondDefault
  return Math.max(1, Math.floor(maxPerSecond * shareOfThrottle))
}
