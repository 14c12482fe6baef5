export type Ended = { readonly ms: number; readonly isSuccess: boolean }

/**
 * What this process has taken on: a few at a time to each endpoint, and a short queue behind them that is as long as
 * the endpoint is quick. A slow receiver holds up itself, and one that fails gets a single try at a time. No endpoint
 * fills more than a part of the places, and slow ones all together no more than half: there is always room for the quick.
 */
export type Lanes<Item> = {
  /** How many more may be taken on. */
  room(): number
  /**
   * `start` it now, it is `queued` and comes out of a `leave`, or there is no place for it (`full`). What `isPaced` has its
   * place in time and is not queued: what gathers behind a receiver that hangs would all be started when it is back.
   */
  enter(endpointId: string, item: Item, isPaced?: boolean): 'start' | 'queued' | 'full'
  /** One has ended. Which are to be started in its place, and which to be given back, because the endpoint fails. */
  leave(endpointId: string, ended: Ended): { readonly start: Item[]; readonly back: Item[] }
  /** What waits behind a receiver that has stopped answering: to be given back, so that its places are free. */
  relieve(): Item[]
  /** When a place can be expected for the n-th that found none. */
  waitMs(endpointId: string, n: number): number
  /** Empties the queues: nothing more is started. */
  drain(): Item[]
  /** Resolves when something leaves. */
  changed(): Promise<void>
}

type Lane<Item> = {
  running: number
  readonly queue: Item[]
  paceMs: number
  failures: number
  /** When one was last started or has ended. */
  changedAt: number
}

/** What a queue may hold: what the endpoint answers in this time. */
const queueMs = 2_000
/** Of all places, for what waits for one endpoint, and for slow endpoints together. */
const queueShare = 0.25
const slowShare = 0.5
/** An endpoint that answers slower than this is slow, and one that has not answered for so long hangs. */
const slowPaceMs = 1_000
/** Of an endpoint that has not answered yet. */
const unknownPaceMs = 200
/** In a row, and an endpoint counts as failing. */
const failuresMax = 5
const waitMinMs = 250
const waitMaxMs = 30_000
/** Endpoints that are remembered while nothing is under way to them. */
const rememberedMax = 1_000

export function createLanes<Item>(
  max: number,
  maxPerEndpoint: number,
  clock: () => number = () => performance.now(),
): Lanes<Item> {
  const queueOfOneMax = Math.max(maxPerEndpoint, Math.ceil(max * queueShare))
  const lanes = new Map<string, Lane<Item>>()
  let total = 0
  let waiting: (() => void)[] = []

  const laneOf = (endpointId: string): Lane<Item> => {
    const known = lanes.get(endpointId)
    if (known) return known
    const lane: Lane<Item> = {
      running: 0,
      queue: [],
      paceMs: unknownPaceMs,
      failures: 0,
      changedAt: clock(),
    }
    lanes.set(endpointId, lane)
    if (lanes.size > rememberedMax) forgetIdle(lanes)
    return lane
  }
  const limitOf = ({ failures }: Lane<Item>) => (failures >= failuresMax ? 1 : maxPerEndpoint)
  const queueMaxOf = (lane: Lane<Item>) =>
    lane.failures >= failuresMax
      ? 0
      : Math.min(queueOfOneMax, Math.floor((limitOf(lane) * queueMs) / lane.paceMs))
  const hangs = (lane: Lane<Item>) =>
    lane.running >= limitOf(lane) && clock() - lane.changedAt > slowPaceMs
  const isSlow = (lane: Lane<Item>) => lane.paceMs > slowPaceMs || hangs(lane)
  const placesOfSlow = () =>
    [...lanes.values()]
      .filter(isSlow)
      .reduce((sum, { running, queue }) => sum + running + queue.length, 0)

  return {
    room: () => max - total,
    enter: (endpointId, item, isPaced = false) => {
      const lane = laneOf(endpointId)
      if (total >= max) return 'full'
      const slowMax = max * slowShare
      // Worked out only where it can be true.
      if (total >= slowMax && isSlow(lane) && placesOfSlow() >= slowMax) return 'full'
      if (lane.running < limitOf(lane)) {
        lane.running += 1
        lane.changedAt = clock()
        total += 1
        return 'start'
      }
      if (isPaced || lane.queue.length >= queueMaxOf(lane)) return 'full'
      lane.queue.push(item)
      total += 1
      return 'queued'
    },
    leave: (endpointId, { ms, isSuccess }) => {
      const lane = laneOf(endpointId)
      lane.running -= 1
      lane.changedAt = clock()
      // A moving average, so that one quick answer of a slow receiver does not bring the whole backlog at once.
      lane.paceMs = Math.max(1, lane.paceMs * 0.7 + ms * 0.3)
      lane.failures = isSuccess ? 0 : lane.failures + 1
      const back = lane.queue.splice(queueMaxOf(lane))
      const start = lane.queue.splice(0, Math.max(0, limitOf(lane) - lane.running))
      lane.running += start.length
      total -= 1 + back.length
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
      return { start, back }
    },
    relieve: () => {
      const items = [...lanes.values()].filter(hangs).flatMap((lane) => lane.queue.splice(0))
      total -= items.length
      return items
    },
    waitMs: (endpointId, n) => {
      const lane = laneOf(endpointId)
      const rounds = Math.ceil((lane.queue.length + n + 1) / limitOf(lane))
      return Math.min(waitMaxMs, Math.max(waitMinMs, Math.round(rounds * lane.paceMs)))
    },
    drain: () => {
      const items = [...lanes.values()].flatMap((lane) => lane.queue.splice(0))
      total -= items.length
      return items
    },
    changed: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

function forgetIdle<Item>(lanes: Map<string, Lane<Item>>): void {
  for (const [endpointId, lane] of lanes) {
    if (lane.running === 0 && lane.queue.length === 0) lanes.delete(endpointId)
    if (lanes.size <= rememberedMax / 2) return
  }
}
