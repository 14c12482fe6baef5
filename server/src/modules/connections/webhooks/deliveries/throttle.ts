import { after, type Clock } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Dispatch } from './delivery.ts'
import type { Return } from './queue-store.ts'
import { horizonMs, takePlaces } from './throttle-store.ts'

/** The deliveries that wait in this process for their slot. */
export type Throttle = {
  /**
   * Sorts due deliveries: `now` may go at once, `later` is to be returned. The others start when their slot comes.
   */
  sort(dispatches: readonly Dispatch[], now: Date): Promise<{ now: Dispatch[]; later: Return[] }>
  /** How many deliveries wait here. */
  waiting(): number
  /** Starts nothing more. Returns the deliveries that waited. */
  stop(): Dispatch[]
}

export function createThrottle(
  conn: Conn,
  clock: Clock,
  start: (dispatch: Dispatch) => void,
): Throttle {
  const timers = new Map<Dispatch, NodeJS.Timeout>()
  let isStopped = false

  const startAt = (dispatch: Dispatch, at: Date) => {
    const timer = setTimeout(
      () => {
        timers.delete(dispatch)
        start(dispatch)
      },
      Math.max(0, at.getTime() - clock().getTime()),
    )
    timers.set(dispatch, timer)
  }

  return {
    sort: async (dispatches, now) => {
      const limited = Map.groupBy(
        dispatches.filter(({ maxPerSecond }) => maxPerSecond !== undefined),
        ({ endpointId }) => endpointId,
      )
      const free = dispatches.filter(({ maxPerSecond }) => maxPerSecond === undefined)
      if (limited.size === 0) return { now: free, later: [] }

      const places = await takePlaces(conn, [...limited.values()].map(demandOf), now)
      const later: Return[] = []
      for (const [endpointId, due] of limited) {
        const { granted, firstAt, everyMs } = places.get(endpointId) ?? noPlaces(now)
        for (const [n, dispatch] of due.entries()) {
          const at = after(firstAt, Math.ceil(n * everyMs))
          if (n < granted && !isStopped) startAt(dispatch, at)
          // There is no chance of a slot before this time.
          else later.push({ dispatch, availableAt: after(now, waitMs(at, now)) })
        }
      }
      return { now: free, later }
    },
    waiting: () => timers.size,
    stop: () => {
      isStopped = true
      const waiting = [...timers.keys()]
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      return waiting
    },
  }
}

const noPlaces = (now: Date) => ({ granted: 0, firstAt: now, everyMs: horizonMs })

function waitMs(at: Date, now: Date): number {
  return Math.max(horizonMs / 4, at.getTime() - now.getTime() - horizonMs / 2)
}

function demandOf(due: readonly Dispatch[]) {
  const [first] = due
  if (first?.maxPerSecond === undefined) throw new Error('only throttled deliveries want a place')
  const { companyId, endpointId, maxPerSecond } = first
  return { companyId, endpointId, maxPerSecond, count: due.length }
}
