import assert from 'node:assert/strict'
import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import type { Wake } from './wake.ts'

/** Where no ring tells of a change, it is found after this time. */
const ttlMs = secondsMs(5)
const entriesMax = 10_000

/** Those that are not there are missing from the answer. */
export type ReadEach<T> = (conn: Conn, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>

/**
 * What nearly every request asks for and what seldom changes, as this process has read it: for seconds, and until the
 * topic rings. All of it is forgotten then, and when there is too much of it. What is not there is asked for each time.
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

/** The same where one is asked for at a time, and there is always an answer. */
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
