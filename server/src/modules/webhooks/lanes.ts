/** How much is under way, in all and to each endpoint: a slow receiver holds up itself and nobody else. */
export type Lanes = {
  /** How many more may start. */
  free(): number
  /** False when the endpoint, or this process, has as much under way as it may have. */
  enter(endpointId: string): boolean
  leave(endpointId: string, ms: number): void
  /** When a place at the endpoint can be expected for the n-th delivery that found none. */
  waitMs(endpointId: string, n: number): number
  /** Resolves when something leaves. */
  changed(): Promise<void>
}

const waitMinMs = 250
const waitMaxMs = 30_000
/** Endpoints whose pace is remembered: more than are ever busy at once. */
const rememberedMax = 1_000

export function createLanes(max: number, maxPerEndpoint: number): Lanes {
  const underWay = new Map<string, number>()
  const pace = new Map<string, number>()
  let total = 0
  let waiting: (() => void)[] = []

  return {
    free: () => max - total,
    enter: (endpointId) => {
      const there = underWay.get(endpointId) ?? 0
      if (total >= max || there >= maxPerEndpoint) return false
      underWay.set(endpointId, there + 1)
      total += 1
      return true
    },
    leave: (endpointId, ms) => {
      const there = (underWay.get(endpointId) ?? 1) - 1
      if (there > 0) underWay.set(endpointId, there)
      else underWay.delete(endpointId)
      total -= 1
      remember(pace, endpointId, ms)
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
    waitMs: (endpointId, n) => {
      const rounds = Math.ceil((n + 1) / maxPerEndpoint)
      const expected = rounds * (pace.get(endpointId) ?? 0)
      return Math.min(waitMaxMs, Math.max(waitMinMs, Math.round(expected)))
    },
    changed: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

/** A moving average, so that one quick answer of a slow receiver does not bring the whole backlog at once. */
function remember(pace: Map<string, number>, endpointId: string, ms: number): void {
  const before = pace.get(endpointId)
  pace.delete(endpointId)
  pace.set(endpointId, before === undefined ? ms : before * 0.7 + ms * 0.3)
  if (pace.size > rememberedMax) pace.delete(pace.keys().next().value ?? '')
}
