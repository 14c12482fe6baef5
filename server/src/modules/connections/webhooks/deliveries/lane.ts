export type Ended = { readonly ms: number; readonly isSuccess: boolean }

/** The work of this process for one endpoint. */
export type Lane<Item> = {
  running: number
  readonly queue: Item[]
  /** How long the endpoint takes to answer, as a moving average. */
  paceMs: number
  /** Consecutive failures. */
  failures: number
  /** When an item last started or ended. */
  changedAt: number
}

/** `queueMax`: the maximum length of one lane's queue, however fast the endpoint is. */
export type LaneLimits = { readonly runningMax: number; readonly queueMax: number }

/** A queue holds as many items as the endpoint answers in this time. */
const queueMs = 2_000
/**
 * An endpoint that takes longer than this to answer is slow. A request that has had no answer for this long hangs.
 */
const slowPaceMs = 1_000
/** The assumed pace of an endpoint that has not answered yet. */
const unknownPaceMs = 200
/** After this many consecutive failures an endpoint counts as failing. */
const failuresMax = 5
const waitMinMs = 250
const waitMaxMs = 30_000

export function createLane<Item>(now: number): Lane<Item> {
  return { running: 0, queue: [], paceMs: unknownPaceMs, failures: 0, changedAt: now }
}

/** A failing endpoint gets one attempt at a time. */
export function runningMaxOf({ failures }: Lane<unknown>, { runningMax }: LaneLimits): number {
  return failures >= failuresMax ? 1 : runningMax
}

export function queueMaxOf(lane: Lane<unknown>, limits: LaneLimits): number {
  if (lane.failures >= failuresMax) return 0
  return Math.min(limits.queueMax, Math.floor((runningMaxOf(lane, limits) * queueMs) / lane.paceMs))
}

export function isHanging(lane: Lane<unknown>, limits: LaneLimits, now: number): boolean {
  return lane.running >= runningMaxOf(lane, limits) && now - lane.changedAt > slowPaceMs
}

export function isSlow(lane: Lane<unknown>, limits: LaneLimits, now: number): boolean {
  return lane.paceMs > slowPaceMs || isHanging(lane, limits, now)
}

/** How long the n-th item without a place should wait before it tries again. */
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
  // One fast answer of a slow receiver must not start the whole backlog at once.
  lane.paceMs = Math.max(1, lane.paceMs * 0.7 + ms * 0.3)
  lane.failures = isSuccess ? 0 : lane.failures + 1
}
