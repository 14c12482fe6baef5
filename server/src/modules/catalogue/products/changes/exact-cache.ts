import { createLocalCache } from '#platform/local-cache'
import type { Changes, Moment } from './changes.ts'

/** A cache of values that is exact: an entry is valid until its topic changes. */
export type ExactCache<Value> = {
  /** `topic`: the id of a product, or `documents`. Call it after `changes.moment()`. */
  get(key: string, topic: string): Value | undefined
  /** `since`: a moment before the value was read. */
  set(key: string, value: Value, since: Moment): void
  drop(key: string): void
}

/** Only limits memory. The changes decide whether an entry is valid. */
const ttlMs = 60_000

export function createExactCache<Value>(changes: Changes, entriesMax: number): ExactCache<Value> {
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
