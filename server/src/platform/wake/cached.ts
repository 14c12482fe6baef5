import assert from 'node:assert/strict'
import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import type { Wake } from './wake.ts'

/** If no ring announces a change, it is found after this time. */
const ttlMs = secondsMs(5)
const entriesMax = 10_000

/** Reads several keys. Keys without a value are missing from the result. */
export type ReadEach<T> = (conn: Conn, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>

/**
 * Caches values that nearly every request reads and that seldom change: for some seconds, and until the topic rings. It drops all
 * of them then, and when there are too many. Keys without a value are read each time.
 */
export function cachedEach<T extends object>(
  wake: Wake,
  topic: string,
  read: ReadEach<T>,
): ReadEach<T> {
  const cache = createLocalCache<T>({ entriesMax, ttlMs })
  wake.listen(topic, cache.clear)
  return async (conn, keys) => {
    const found = new Map<string, T>()
    for (const key of keys) {
      const known = cache.get(key)
      if (known) found.set(key, known)
    }
    const missing = keys.filter((key) => !found.has(key))
    if (missing.length === 0) return found

    const underWay = cache.beginRead()
    for (const [key, value] of await read(conn, missing)) {
      found.set(key, value)
      underWay.keep(key, value)
    }
    return found
  }
}

/** Like `cachedEach`, for one key that always has a value. */
export function cached<T extends object>(
  wake: Wake,
  topic: string,
  read: (conn: Conn, key: string) => Promise<T>,
): (conn: Conn, key: string) => Promise<T> {
  const each = cachedEach(wake, topic, async (conn, [key = '']) => {
    return new Map([[key, await read(conn, key)]])
  })
  return async (conn, key) => {
    const value = (await each(conn, [key])).get(key)
    assert(value)
    return value
  }
}
