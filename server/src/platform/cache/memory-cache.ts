import assert from 'node:assert/strict'
import { createLocalCache } from '#platform/local-cache'
import type { Cache } from './cache.ts'
import { createChannels } from './channels.ts'

type Entry = { readonly value: string; readonly endsAt: number }

/** For one process, and for tests. When it is full, it drops the value that was used least recently. */
export function createMemoryCache(now: () => Date, { entriesMax = 10_000 } = {}): Cache {
  const entries = createLocalCache<Entry>({ entriesMax })
  const channels = createChannels()

  const read = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    return entry && entry.endsAt > now().getTime() ? entry : undefined
  }

  return {
    get: async (key) => read(key)?.value,
    set: async (key, value, ttlMs) => {
      entries.set(key, { value, endsAt: now().getTime() + ttlMs })
    },
    delete: async (...keys) => {
      for (const key of keys) entries.delete(key)
    },
    increment: async (key, by, ttlMs) => {
      const before = read(key)
      const count = Number(before?.value ?? '0') + by
      assert(Number.isSafeInteger(count), `${key} is not a counter`)
      entries.set(key, { value: String(count), endsAt: before?.endsAt ?? now().getTime() + ttlMs })
      return count
    },
    publish: async (channel, message) => {
      // The listener runs outside the publisher's turn, as it does with Redis. So the publisher never sees its errors.
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
