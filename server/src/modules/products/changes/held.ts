import { createLocalCache } from '#platform/local-cache'
import type { Changes, Moment } from './changes.ts'

/** What was read at a moment, for as long as nothing that it is about has changed. */
export type Held<Value> = {
  /** Asked with what it is about: the id of a product, or `documents`. Ask after `changes.moment()`. */
  get(key: string, topic: string): Value | undefined
  /** `since`: a moment before it was read. */
  set(key: string, value: Value, since: Moment): void
  drop(key: string): void
}

/** For the memory's sake alone: what is held is right for as long as its changes say so. */
const ttlMs = 60_000

export function createHeld<Value>(changes: Changes, entriesMax: number): Held<Value> {
  const cache = createLocalCache<{ value: Value; since: Moment }>({ entriesMax, ttlMs })
  return {
    get: (key, topic) => {
      const found = cache.get(key)
      return found && changes.holds(topic, found.since) ? found.value : undefined
    },
    set: (key, value, since) => cache.set(key, { value, since }),
    drop: cache.delete,
  }
}
