/** Values that this process keeps for some time. Each may vanish at any time, and none is the only copy. */
export type LocalCache<Value extends NonNullable<unknown>> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  /** The cached value, or the result of `read`. Callers that come during a read share it. A failure is not cached. */
  load(key: string, read: () => Promise<Value>): Promise<Value>
  /** For callers that read several keys at once: call `begin` before the read, then keep what it found. */
  beginRead(): ReadUnderWay<Value>
  delete(key: string): void
  clear(): void
}

export type ReadUnderWay<Value> = {
  /**
   * The value lives from the start of the read. It is not cached if the cache dropped anything since then, because it may be
   * stale.
   */
  keep(key: string, value: Value): void
}

export type LocalCacheOptions = {
  /** A full cache drops the value that was used least recently. */
  readonly entriesMax: number
  /** How long a value lives. Without it, a value lives until the cache is full. */
  readonly ttlMs?: number
  /** The clock, in milliseconds. The default is the monotonic clock. */
  readonly now?: () => number
}

type Entry<Value> = { readonly value: Value; readonly until: number }

/** The cache of one process. Processes share `Cache` of `platform/cache`. */
export function createLocalCache<Value extends NonNullable<unknown>>({
  entriesMax,
  ttlMs = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: LocalCacheOptions): LocalCache<Value> {
  const { entries, get, insert } = entriesOf<Value>(entriesMax, now)
  const reads = new Map<string, Promise<Value>>()
  let drops = 0

  const beginRead = (): ReadUnderWay<Value> => {
    const dropsBefore = drops
    const until = now() + ttlMs
    return {
      keep: (key, value) => {
        if (drops === dropsBefore) insert(key, { value, until })
      },
    }
  }
  const readOnce = async (key: string, read: () => Promise<Value>) => {
    const underWay = beginRead()
    const value = await read()
    underWay.keep(key, value)
    return value
  }
  return {
    get,
    set: (key, value) => insert(key, { value, until: now() + ttlMs }),
    load: async (key, read) => {
      const known = get(key) ?? reads.get(key)
      if (known !== undefined) return known
      const mine = readOnce(key, read)
      reads.set(key, mine)
      try {
        return await mine
      } finally {
        // After a drop, another read may have replaced this one.
        if (reads.get(key) === mine) reads.delete(key)
      }
    },
    beginRead,
    delete: (key) => {
      drops += 1
      entries.delete(key)
      reads.delete(key)
    },
    clear: () => {
      drops += 1
      entries.clear()
      reads.clear()
    },
  }
}

/**
 * A `Map` keeps the order of insertion. A used key is inserted again, so the first key was used least recently. A cache that is less
 * than half full keeps no order, because most caches never fill and each move costs: before it drops a value, every key that is in
 * use has been moved behind those that are not.
 */
function entriesOf<Value>(entriesMax: number, now: () => number) {
  const entries = new Map<string, Entry<Value>>()
  const keepsOrderFrom = entriesMax / 2
  const get = (key: string): Value | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (entry.until !== Number.POSITIVE_INFINITY && entry.until <= now()) {
      entries.delete(key)
      return undefined
    }
    if (entries.size >= keepsOrderFrom) {
      entries.delete(key)
      entries.set(key, entry)
    }
    return entry.value
  }
  const insert = (key: string, entry: Entry<Value>): void => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= entriesMax) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
  }
  return { entries, get, insert }
}
