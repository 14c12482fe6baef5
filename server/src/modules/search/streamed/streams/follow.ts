import type { SearchKey, StoredEvent } from '../search-record.ts'
import type { Connection, ReadAfter } from './connection.ts'

/** Somebody follows this search here, perhaps many. They share one hint, one poll, and the rows that are read for both. */
export type Follow = {
  readonly search: SearchKey
  readonly connections: Set<Connection>
  /** Hints may be lost: rows are looked for by themselves, and that often. Undefined: a look now and then will do. */
  pollMs: number | undefined
  lookAt: number
  /** A look found what no hint had told of. */
  missed: boolean
  /** Reads that are under way, by the event that they begin after. */
  reads: Map<number, Promise<StoredEvent[]>> | undefined
  stopListening: () => void
}

export const pollMsMin = 500
export const pollMsMax = 2_000
/** While hints come through, one that was lost all the same costs no more than this. */
const lookMs = 2_000

export function startFollow(search: SearchKey): Follow {
  return {
    search,
    connections: new Set(),
    pollMs: undefined,
    lookAt: performance.now() + lookMs,
    missed: false,
    reads: undefined,
    stopListening: () => undefined,
  }
}

/** From now on rows are polled. True when they were not before. */
export function fallBack(follow: Follow): boolean {
  if (follow.pollMs !== undefined) return false
  follow.pollMs = pollMsMin
  follow.lookAt = performance.now()
  return true
}

/** Hints come again. What was missed is looked for at once. */
export function heal(follow: Follow): void {
  if (follow.pollMs === undefined) return
  follow.pollMs = undefined
  follow.lookAt = performance.now()
}

/** It was looked at: less often while nothing comes, more often when something did. */
export function planNextLook(follow: Follow, foundSome: boolean): void {
  if (follow.pollMs !== undefined) {
    follow.pollMs = foundSome ? pollMsMin : Math.min(follow.pollMs * 2, pollMsMax)
  }
  follow.lookAt = performance.now() + (follow.pollMs ?? lookMs)
}

/** Connections that are at the same place are served by one read. */
export function sharing(follow: Follow, read: ReadAfter): ReadAfter {
  return (search, event, limit) => {
    follow.reads ??= new Map()
    const { reads } = follow
    const known = reads.get(event)
    if (known) return known
    const fresh = read(search, event, limit).finally(() => {
      if (reads.get(event) === fresh) reads.delete(event)
    })
    reads.set(event, fresh)
    return fresh
  }
}

/** A read that began before this moment may have missed what is there now. */
export function forgetReads(follow: Follow): void {
  follow.reads = undefined
}

/** The place of the one that is furthest behind, of those that can take more. */
export function lowestSent({ connections }: Follow): number {
  let lowest = Number.POSITIVE_INFINITY
  for (const { sent, blockedAt } of connections) {
    if (blockedAt === undefined && sent < lowest) lowest = sent
  }
  return lowest
}
