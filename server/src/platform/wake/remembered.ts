import assert from 'node:assert/strict'
import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Wake } from './wake.ts'

/** Where no ring tells of a change, it is found after this time. */
const rememberedMs = secondsMs(5)
const keptMax = 10_000

/** Those that are not there are missing from the answer. */
export type ReadEach<T> = (conn: Conn, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>

/**
 * What nearly every request asks for and what seldom changes, as this process has read it: for seconds, and until the
 * topic rings. All of it is forgotten then, and when there is too much of it. What is not there is asked for each time.
 */
export function rememberedEach<T>(wake: Wake, topic: string, read: ReadEach<T>): ReadEach<T> {
  let kept = new Map<string, { readonly value: T; readonly until: number }>()
  let turn = 0
  wake.listen(topic, () => {
    turn += 1
    kept = new Map()
  })
  return async (conn, keys) => {
    const at = turn
    const now = performance.now()
    const found = new Map<string, T>()
    for (const key of keys) {
      const known = kept.get(key)
      if (known && now < known.until) found.set(key, known.value)
    }
    const missing = keys.filter((key) => !found.has(key))
    if (missing.length === 0) return found

    const fresh = await read(conn, missing)
    if (kept.size + fresh.size > keptMax) kept = new Map()
    for (const [key, value] of fresh) {
      found.set(key, value)
      // What was read while a change rang may be the state before it.
      if (at === turn) kept.set(key, { value, until: now + rememberedMs })
    }
    return found
  }
}

/** The same where one is asked for at a time, and there is always an answer. */
export function remembered<T extends object>(
  wake: Wake,
  topic: string,
  read: (conn: Conn, key: string) => Promise<T>,
): (conn: Conn, key: string) => Promise<T> {
  const each = rememberedEach(wake, topic, async (conn, [key = '']) => {
    return new Map([[key, await read(conn, key)]])
  })
  return async (conn, key) => {
    const value = (await each(conn, [key])).get(key)
    assert(value)
    return value
  }
}
