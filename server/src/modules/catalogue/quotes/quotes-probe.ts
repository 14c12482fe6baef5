import { type Probe, problemIf } from '#platform/health'
import type { Quotes } from './request-quotes.ts'

/** Reports how the service quotes: counts of the last 24 hours, of all processes. */
export function quotesProbe(quotes: Pick<Quotes, 'reading'>, now: () => Date): Probe {
  return {
    name: 'catalog',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const { requests, lines, latency, recentPurges } = await quotes.reading()
      const buckets = latency.map(({ upTo, count }, at) => {
        const name = upTo === undefined ? `Over${latency[at - 1]?.upTo}Ms` : `UpTo${upTo}Ms`
        return [`quoteLatency${name}`, count] as const
      })
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
        problems: problemIf(recentPurges.lines > 0, {
          code: 'catalog.quote-cache-malformed',
          message: `${recentPurges.lines} quotes in the cache were malformed and have been purged.`,
          since: (recentPurges.since ?? now()).toISOString(),
          action: 'Look for another program that writes to this cache under catalog:quote.',
        }),
      }
    },
  }
}
