import type { Ended } from './lanes.ts'

/** What this process has taken on for one endpoint. */
export type Lane<Item> = {
  running: number
  readonly queue: Item[]
  /** How long the endpoint takes to answer, as a moving average. */
  paceMs: number
  /** In a row. */
  failures: number
  /** When an item was last started or has ended. */
  changedAt: number
}

/** `queueMax`: how long the queue of one lane may be, however quick the endpoint is. */
export type LaneLimits = { readonly runningMax: number; readonly queueMax: number }

/** A queue is as long as what the endpoint answers in this time. */
const queueMs = 2_000
/** An endpoint that answers slower than this is slow. One that has not answered for so long hangs. */
const slowPaceMs = 1_000
/** The pace of an endpoint that has not answered yet. */
const unknownPaceMs = 200
/** After so many failures in a row an endpoint counts as failing. */
const failuresMax = 5
const waitMinMs = 250
const waitMaxMs = 30_000

export function createLane<Item>(now: number): Lane<Item> {
  return { running: 0, queue: [], paceMs: unknownPaceMs, failures: 0, changedAt: now }
}

/** An endpoint that fails gets one try at a time. */
export function runningMaxOf({ failures }: Lane<unknown>, { runningMax }: LaneLimits): number {
  return failures >= failuresMax ? 1 : runningMax
}

export function queueMaxOf(lane: Lane<unknown>, limits: LaneLimits): number {
  if (lane.failures >= failuresMax) return 0
  return Math.min(limits.queueMax, Math.floor((runningMaxOf(lane, limits) * queueMs) / lane.paceMs))
}

export function hangs(lane: Lane<unknown>, limits: LaneLimits, now: number): boolean {
  return lane.running >= runningMaxOf(lane, limits) && now - lane.changedAt > slowPaceMs
}

export function isSlow(lane: Lane<unknown>, limits: LaneLimits, now: number): boolean {
  return lane.paceMs > slowPaceMs || hangs(lane, limits, now)
}

/** After what time the n-th item that found no place can expect one. */
export function waitMsOf(lane: Lane<unknown>, limits: LaneLimits, n: number): number {
  const rounds = Math.ceil((lane.queue.length + n + 1) / runningMaxOf(lane, limits))
  return Math.min(waitMaxMs, Math.max(waitMinMs, Math.round(rounds * lane.paceMs)))
}

export function noteStarted(lane: Lane<unknown>, now: number): void {
  lane.running += 1
  lane.changedAt = now
}

export function noteEnded(lane: Lane<unknown>, { ms, isSuccess }: Ended, now: number): void {
  lane.running -= 1
  lane.changedAt = now
  // One quick answer of a slow receiver must not bring the whole backlog at once.
  lane.paceMs = Math.max(1, lane.paceMs * 0.7 + ms * 0.3)
  lane.failures = isSuccess ? 0 : lane.failures + 1
}
