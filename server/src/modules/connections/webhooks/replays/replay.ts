import type { FinishedState } from '../deliveries/delivery.ts'

/** A replay sends a window of events to an endpoint again, at a fixed rate, in the background. */
export type Replay = {
  readonly id: string
  readonly companyId: string
  readonly endpointId: string
  /** FINISHED: all deliveries were made, which does not mean that they have arrived. */
  readonly state: 'RUNNING' | 'FINISHED' | 'CANCELLED'
  /** The window of events: `since` is inclusive, `until` is exclusive. */
  readonly since: Date
  readonly until: Date
  readonly types: readonly string[] | undefined
  /** The states of the latest delivery of each event. Empty for events that were never recorded. */
  readonly states: readonly FinishedState[]
  readonly missing: boolean
  readonly perSecond: number
  /** How many events matched when the replay was requested: see `isLowerBound`. */
  readonly matched: number
  /** How many deliveries were made. */
  readonly replayed: number
  /** The position: the replay continues after this delivery or this event. */
  readonly place: { readonly at: Date | undefined; readonly id: string } | undefined
  readonly createdAt: Date
  readonly finishedAt: Date | undefined
}

/** Counting events that were never recorded stops here. */
export const missingCountedMax = 1_000

/** True if `matched` is only a lower bound: `replayed` may exceed it. */
export function isLowerBound({ missing, matched }: Pick<Replay, 'missing' | 'matched'>): boolean {
  return missing && matched >= missingCountedMax
}

/** The deliveries of a replay by outcome. */
export type ReplayProgress = {
  readonly succeeded: number
  readonly waiting: number
  readonly failed: number
}

/** The share of the endpoint's rate that a replay gets: the rest is for current events. */
const shareOfThrottle = 0.2
const perSecondDefault = 100

export function defaultPerSecond(maxPerSecond: number | undefined): number {
  if (maxPerSecond === undefined) return perSecondDefault
  return Math.max(1, Math.floor(maxPerSecond * shareOfThrottle))
}
