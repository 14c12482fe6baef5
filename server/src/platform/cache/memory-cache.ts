import assert from 'node:assert/strict'
import type { Cache } from './cache.ts'
import { createChannels } from './channels.ts'

type Entry = { readonly value: string; readonly endsAt: number }

/** For one process, and for tests. Full, it forgets what was used longest ago. */
export function createMemoryCache(now: () => Date, { entriesMax = 10_000 } = {}): Cache {
  /** A `Map` keeps the order of insertion; a key that is used is inserted again, so the first is the oldest. */
  const entries = new Map<string, Entry>()
  const channels = createChannels()

  const read = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    if (entry.endsAt <= now().getTime()) return undefined
    entries.set(key, entry)
    return entry
  }

  const write = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= entriesMax) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
  }

  return {
    get: async (key) => read(key)?.value,
    set: async (key, value, ttlMs) => {
      write(key, { value, endsAt: now().getTime() + ttlMs })
    },
    delete: async (...keys) => {
      for (const key of keys) entries.delete(key)
    },
    increment: async (key, by, ttlMs) => {
      const before = read(key)
      const count = Number(before?.value ?? '0') + by
      assert(Number.isSafeInteger(count), `${key} is not a counter`)
      write(key, { value: String(count), endsAt: before?.endsAt ?? now().getTime() + ttlMs })
      return count
    },
    publish: async (channel, message) => {
      // Not in the publisher's turn: it must not meet what a listener does, as it would not with Redis.
      setImmediate(() => channels.deliver(channel, message))
    },
    subscribe: async (channel, onMessage) => {
      const listener = (message: string) => onMessage(message)
      channels.add(channel, listener)
      return async () => {
        channels.remove(channel, listener)
      }
    },
    ping: async () => undefined,
    state: () => 'up',
    close: async () => {
      entries.clear()
      channels.clear()
    },
  }
}
