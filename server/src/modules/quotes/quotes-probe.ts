import { after, minutesMs } from '#kernel/time'
import type { Probe, Problem } from '#platform/health'
import type { Quotes } from './request-quotes.ts'

/** A malformed cache entry stays a problem for this time. */
const newsMs = minutesMs(15)

/** Reports how this process serves quotes. */
export function quotesProbe(quotes: Quotes, now: () => Date): Probe {
  return {
    name: 'catalog',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const { requests, lines, latency, lastPurgeAt } = quotes.reading()
      const buckets = latency.map(({ upToMs, requests: count }, at) => {
        const name = upToMs === undefined ? `Over${latency[at - 1]?.upToMs}Ms` : `UpTo${upToMs}Ms`
        return [`quoteLatency${name}`, count] as const
      })
      const problems: Problem[] = []
      if (lastPurgeAt && after(lastPurgeAt, newsMs) > now()) {
        problems.push({
          code: 'catalog.quote-cache-malformed',
          message: `${lines.purged} quotes in the cache were malformed and have been purged.`,
          since: lastPurgeAt.toISOString(),
          action: 'Look for another program that writes to this cache under catalog:quote.',
        })
      }
      return {
        metrics: {
          quoteRequests: requests,
          quoteCacheHits: lines.hit,
          quoteCacheMisses: lines.miss,
          quoteCachePurges: lines.purged,
          quoteCacheDrops: lines.dropped,
          quotesWithoutCache: lines.uncached,
          ...Object.fromEntries(buckets),
        },
        problems,
      }
    },
  }
}
