import { type Clock, minutesMs, secondsMs } from '#kernel/time'
import { type Cache, CacheUnavailable } from '#platform/cache'
import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import { type Controls, readControls } from './control-store.ts'
import { keyOfViewer, type Viewer } from './viewer.ts'

/** Controls of viewers for serving. Only the cache is asked. The rows fill it, so losing it loses no choice. */
export type CachedControls = {
  /** Throws `CacheUnavailable` if neither this process nor the cache knows them. */
  of(viewer: Viewer): Promise<Controls>
  /** The last restriction that this process has seen, however old. Undefined: it has seen none. */
  lastKnown(viewer: Viewer): Controls | undefined
  /** After the commit of a change: here at once, and through the cache in every process. Never throws. */
  announce(viewer: Viewer, controls: Controls): Promise<void>
  /** After the commit of a change for a whole company. Never throws. */
  announceCompany(companyId: string): Promise<void>
  close(): void
}

/**
 * How long the cache keeps what was read, and how long a process keeps what it took from the cache. A read that overlaps a change may
 * put the old choice into the cache, so a choice is visible in every process within twice this time: 30 seconds.
 */
const ttlMs = secondsMs(15)
const viewersMax = 50_000
const channel = 'ads.controls'

type Deps = { readonly conn: Conn; readonly cache: Cache; readonly now: Clock }

export function createCachedControls({ conn, cache, now }: Deps): CachedControls {
  const local = createLocalCache<Controls>({
    entriesMax: viewersMax,
    ttlMs,
    now: () => now().getTime(),
  })
  /** Kept until a newer choice is seen. They count even while the cache is away. */
  const restrictions = createLocalCache<Controls>({ entriesMax: viewersMax })
  const keep = (viewer: Viewer, controls: Controls) => {
    const key = keyOfViewer(viewer)
    if (isRestricting(controls)) restrictions.set(key, controls)
    else restrictions.delete(key)
    return controls
  }
  const listening = cache
    .subscribe(channel, (key) => {
      // The key of a company ends with a slash. Its viewers are not listed, so all are read again.
      if (key.endsWith('/')) local.clear()
      else local.delete(key)
    })
    .catch(() => async () => undefined)

  const askCache = async (viewer: Viewer): Promise<Controls> => {
    const key = keyOfViewer(viewer)
    const [own, generation = '0'] = await Promise.all([
      cache.get(`${channel}/${key}`),
      cache.get(`${channel}/company/${viewer.companyId}`),
    ])
    const known = parse(own, generation)
    if (known) return known
    const readAt = now().getTime()
    const controls = await readControls(conn, viewer).catch((error: unknown) => {
      throw new CacheUnavailable('the controls of a viewer', error)
    })
    // What took long to read is old already.
    const leftMs = readAt + ttlMs - now().getTime()
    const entry = JSON.stringify({ ...controls, generation })
    if (leftMs > 0) await cache.set(`${channel}/${key}`, entry, leftMs)
    return controls
  }

  return {
    of: async (viewer) => {
      // While messages cannot arrive, what this process holds may be out of date.
      if (cache.state() === 'down') throw new CacheUnavailable('the controls of a viewer')
      return local.load(keyOfViewer(viewer), async () => keep(viewer, await askCache(viewer)))
    },
    lastKnown: (viewer) => restrictions.get(keyOfViewer(viewer)),
    announce: async (viewer, controls) => {
      const key = keyOfViewer(viewer)
      local.delete(key)
      keep(viewer, controls)
      // Deleted and not written: a slow write of an older choice could otherwise win.
      await cache.delete(`${channel}/${key}`).catch(() => undefined)
      await cache.publish(channel, key).catch(() => undefined)
    },
    announceCompany: async (companyId) => {
      local.clear()
      // Entries of the company now have an older generation, so no process uses them.
      const key = `${channel}/company/${companyId}`
      await cache.increment(key, 1, minutesMs(60)).catch(() => undefined)
      await cache.publish(channel, `${companyId}/`).catch(() => undefined)
    },
    close: () => {
      listening.then((stop) => stop()).catch(() => undefined)
    },
  }
}

function isRestricting({ optedOut, companyOff, hidden }: Controls): boolean {
  return optedOut || companyOff || hidden.length > 0
}

/** A value of the cache is untrusted until it is checked. Undefined: read the rows. */
function parse(text: string | undefined, generation: string): Controls | undefined {
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text) as Partial<Controls> & { readonly generation?: unknown }
    const { optedOut, companyOff, hidden } = value
    if (value.generation !== generation || !Array.isArray(hidden)) return undefined
    if (typeof optedOut !== 'boolean' || typeof companyOff !== 'boolean') return undefined
    return { optedOut, companyOff, hidden: hidden.filter((id) => typeof id === 'string') }
  } catch {
    return undefined
  }
}
