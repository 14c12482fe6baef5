import { type Clock, hoursMs, secondsMs } from '#kernel/time'
import type { Cache } from '#platform/cache'
import { createLocalCache } from '#platform/local-cache'

/** How often a viewer was shown a campaign in 24 hours, counted for all processes in the cache. */
export type FrequencyCaps = {
  /** Those of the campaigns that the viewer has seen too often. Throws `CacheUnavailable`. */
  reached(viewer: string, campaignIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The same by the counts that this process holds. */
  reachedHere(viewer: string, campaignIds: readonly string[]): ReadonlySet<string>
  noteShown(viewer: string, campaignIds: readonly string[]): void
  close(): void
}

const windowMs = hoursMs(24)
/** A count of the cache is used for this time, together with what this process adds to it. */
const askAgainMs = secondsMs(30)
const countsMax = 100_000
/** Showings are added to the cache together, so that a search does not pay for them. */
const gatherMs = 250

type Count = { shown: number; readonly since: number; askedAt: number }

type Deps = { readonly cache: Cache; readonly now: Clock; readonly cap: number }

export function createFrequencyCaps({ cache, now, cap }: Deps): FrequencyCaps {
  const counts = createLocalCache<Count>({ entriesMax: countsMax })
  const unsent = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const countOf = (key: string): Count => {
    const at = now().getTime()
    const known = counts.get(key)
    if (known && at - known.since < windowMs) return known
    const fresh = { shown: 0, since: at, askedAt: Number.NEGATIVE_INFINITY }
    counts.set(key, fresh)
    return fresh
  }
  const above = (viewer: string, campaignIds: readonly string[]) =>
    new Set(campaignIds.filter((id) => countOf(keyOf(viewer, id)).shown >= cap))

  const note = (key: string, shown: number) => {
    const count = countOf(key)
    count.shown = Math.max(count.shown, Number.isSafeInteger(shown) ? shown : 0)
    count.askedAt = performance.now()
  }
  const send = () => {
    timer = undefined
    const adding = [...unsent]
    unsent.clear()
    for (const [key, by] of adding) {
      cache.increment(key, by, windowMs).then(
        (shown) => note(key, shown),
        () => undefined,
      )
    }
  }

  return {
    reached: async (viewer, campaignIds) => {
      const at = performance.now()
      const asked = campaignIds
        .map((id) => keyOf(viewer, id))
        .filter((key) => at - countOf(key).askedAt > askAgainMs)
      await Promise.all(asked.map(async (key) => note(key, Number((await cache.get(key)) ?? '0'))))
      return above(viewer, campaignIds)
    },
    reachedHere: above,
    noteShown: (viewer, campaignIds) => {
      for (const id of campaignIds) {
        const key = keyOf(viewer, id)
        countOf(key).shown += 1
        unsent.set(key, (unsent.get(key) ?? 0) + 1)
      }
      timer ??= setTimeout(send, gatherMs).unref()
    },
    close: () => {
      clearTimeout(timer)
      if (unsent.size > 0) send()
    },
  }
}

const keyOf = (viewer: string, campaignId: string) => `ads.shown/${viewer}/${campaignId}`
