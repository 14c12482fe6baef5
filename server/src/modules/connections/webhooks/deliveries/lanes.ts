import {
  createLane,
  type Ended,
  isHanging,
  isSlow,
  type Lane,
  type LaneLimits,
  noteEnded,
  noteStarted,
  queueMaxOf,
  runningMaxOf,
  waitMsOf,
} from './lane.ts'

/**
 * The work of this process. Each endpoint has a lane: a few items are sent at a time, and a short queue waits behind
 * them, which is longer for a fast endpoint. A slow receiver delays only itself, and a failing receiver gets one
 * attempt at a time. One endpoint gets at most a part of the places, and all slow endpoints together get half of
 * them: there is always room for the fast ones.
 */
export type Lanes<Item> = {
  /** How many more items there is room for. */
  room(): number
  /**
   * `start`: send the item now. `queued`: a later `leave` returns it. `full`: there is no place for it. A paced item
   * is never queued: items that gather behind a hanging receiver would all start when it is back.
   */
  enter(endpointId: string, item: Item, isPaced?: boolean): 'start' | 'queued' | 'full'
  /**
   * Removes one item that has ended. Returns the items to start in its place, and those to return because the
   * endpoint fails.
   */
  leave(endpointId: string, ended: Ended): { readonly start: Item[]; readonly back: Item[] }
  /** Returns the items that wait behind hanging receivers, so that their places become free. */
  relieve(): Item[]
  /** How long the n-th item without a place should wait before it tries again. */
  waitMs(endpointId: string, n: number): number
  /** Empties the queues: nothing more starts. */
  drain(): Item[]
  /** Resolves when an item leaves. */
  changed(): Promise<void>
}

/** The share of all places that may wait for one endpoint, and the share that slow endpoints have together. */
const queueShare = 0.25
const slowShare = 0.5
/** How many idle endpoints are cached. */
const cachedMax = 1_000

export function createLanes<Item>(
  max: number,
  maxPerEndpoint: number,
  clock: () => number = () => performance.now(),
): Lanes<Item> {
  const queueMax = Math.max(maxPerEndpoint, Math.ceil(max * queueShare))
  const limits: LaneLimits = { runningMax: maxPerEndpoint, queueMax }
  const slowMax = max * slowShare
  const lanes = new Map<string, Lane<Item>>()
  let total = 0
  let waiting: (() => void)[] = []

  const laneOf = (endpointId: string): Lane<Item> => {
    const known = lanes.get(endpointId)
    if (known) return known
    const lane = createLane<Item>(clock())
    lanes.set(endpointId, lane)
    if (lanes.size > cachedMax) forgetIdle(lanes)
    return lane
  }
  const emptyQueues = (of: readonly Lane<Item>[]): Item[] => {
    const items = of.flatMap((lane) => lane.queue.splice(0))
    total -= items.length
    return items
  }

  return {
    room: () => max - total,
    enter: (endpointId, item, isPaced = false) => {
      const lane = laneOf(endpointId)
      if (total >= max) return 'full'
      // Below this total the slow endpoints cannot have that many places, so nothing has to be counted.
      if (total >= slowMax) {
        const now = clock()
        if (isSlow(lane, limits, now) && placesOfSlow(lanes, limits, now) >= slowMax) return 'full'
      }
      if (lane.running < runningMaxOf(lane, limits)) {
        noteStarted(lane, clock())
        total += 1
        return 'start'
      }
      if (isPaced || lane.queue.length >= queueMaxOf(lane, limits)) return 'full'
      lane.queue.push(item)
      total += 1
      return 'queued'
    },
    leave: (endpointId, ended) => {
      const lane = laneOf(endpointId)
      noteEnded(lane, ended, clock())
      const back = lane.queue.splice(queueMaxOf(lane, limits))
      const start = lane.queue.splice(0, Math.max(0, runningMaxOf(lane, limits) - lane.running))
      lane.running += start.length
      total -= 1 + back.length
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
      return { start, back }
    },
    relieve: () => {
      const now = clock()
      return emptyQueues([...lanes.values()].filter((lane) => isHanging(lane, limits, now)))
    },
    waitMs: (endpointId, n) => waitMsOf(laneOf(endpointId), limits, n),
    drain: () => emptyQueues([...lanes.values()]),
    changed: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

function placesOfSlow(
  lanes: ReadonlyMap<string, Lane<unknown>>,
  limits: LaneLimits,
  now: number,
): number {
  let places = 0
  for (const lane of lanes.values()) {
    if (isSlow(lane, limits, now)) places += lane.running + lane.queue.length
  }
  return places
}

function forgetIdle<Item>(lanes: Map<string, Lane<Item>>): void {
  for (const [endpointId, lane] of lanes) {
    if (lane.running === 0 && lane.queue.length === 0) lanes.delete(endpointId)
    if (lanes.size <= cachedMax / 2) return
  }
}
