import type { Connection } from './connection.ts'
import type { ReadAfter, StoredEvent, StreamKey } from './event.ts'

/** A record that clients follow in this process. They share its hints, its polls, and the rows that are read. */
export type Follow = {
  readonly key: StreamKey
  readonly connections: Set<Connection>
  /** The interval of polls for rows, because hints may be lost. Undefined: an occasional poll is enough. */
  pollMs: number | undefined
  lookAt: number
  /** A poll found events without a hint. */
  missed: boolean
  /** The running reads, by the event after which they begin. */
  reads: Map<number, Promise<StoredEvent[]>> | undefined
  stopListening: () => void
}

export const pollMsMin = 500
export const pollMsMax = 2_000
/** While hints arrive, a lost one delays events by this time at most. */
const lookMs = 2_000

export function startFollow(key: StreamKey): Follow {
  return {
    key,
    connections: new Set(),
    pollMs: undefined,
    lookAt: performance.now() + lookMs,
    missed: false,
    reads: undefined,
    stopListening: () => undefined,
  }
}

/** Starts to poll for rows. Returns true if it did not poll before. */
export function fallBack(follow: Follow): boolean {
  if (follow.pollMs !== undefined) return false
  follow.pollMs = pollMsMin
  follow.lookAt = performance.now()
  return true
}

/** Hints arrive again. Missed events are read at once. */
export function heal(follow: Follow): void {
  if (follow.pollMs === undefined) return
  follow.pollMs = undefined
  follow.lookAt = performance.now()
}

/** Plans the next poll: later if nothing arrived, sooner if something did. */
export function planNextLook(follow: Follow, foundSome: boolean): void {
  if (follow.pollMs !== undefined) {
    follow.pollMs = foundSome ? pollMsMin : Math.min(follow.pollMs * 2, pollMsMax)
  }
  follow.lookAt = performance.now() + (follow.pollMs ?? lookMs)
}

/** One read serves all connections at the same position. */
export function shareReads(follow: Follow, read: ReadAfter): ReadAfter {
  return (key, event, limit) => {
    follow.reads ??= new Map()
    const { reads } = follow
    const known = reads.get(event)
    if (known) return known
    const fresh = read(key, event, limit).finally(() => {
      if (reads.get(event) === fresh) reads.delete(event)
    })
    reads.set(event, fresh)
    return fresh
  }
}

/** A read that began before this moment may lack the newest events. */
export function forgetReads(follow: Follow): void {
  follow.reads = undefined
}

/** The lowest position of the connections that can take more events. */
export function lowestSent({ connections }: Follow): number {
  let lowest = Number.POSITIVE_INFINITY
  for (const { sent, blockedAt } of connections) {
    if (blockedAt === undefined && sent < lowest) lowest = sent
  }
  return lowest
}
