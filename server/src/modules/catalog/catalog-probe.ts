import { after, minutesMs } from '#kernel/time'
import type { Probe, Problem } from '#platform/health'
import type { CatalogImports } from './imports/service.ts'
import type { Quotes } from './request-quotes.ts'
import type { Searches, SearchesReading } from './searches/service.ts'

/** A malformed entry is worth a look while it is news. */
const newsMs = minutesMs(15)

/** How quotes and streams are served by this process, and how searches and imports go on the whole platform. */
export function catalogProbe(
  {
    quotes,
    searches,
    catalogImports,
  }: {
    readonly quotes: Quotes
    readonly searches: Searches
    readonly catalogImports: CatalogImports
  },
  now: () => Date,
): Probe {
  return {
    name: 'catalog',
    surfaces: ['detailed', 'ops'],
    read: async () => {
      const { requests, lines, latency, lastPurgeAt } = quotes.reading()
      const buckets = latency.map(({ upToMs, requests: count }, at) => {
        const name = upToMs === undefined ? `Over${latency[at - 1]?.upToMs}Ms` : `UpTo${upToMs}Ms`
        return [`quoteLatency${name}`, count] as const
      })
      const streams = await searches.reading()
      const problems = [...streamProblems(streams), ...searchProblems(streams)]
      if (lastPurgeAt && after(lastPurgeAt, newsMs) > now()) {
        problems.push({
          code: 'catalog.quote-cache-malformed',
          message: `${lines.purged} quotes in the cache were malformed and have been purged.`,
          since: lastPurgeAt.toISOString(),
          action: 'Look for another program that writes to this cache under catalog:quote.',
        })
      }
      const { waiting, running, failed, stuck, oldestWaitingAt } = await catalogImports.reading()
      if (stuck > 0) {
        problems.push({
          code: 'catalog.imports-stuck',
          message: `${stuck} imports of catalogue files have waited for half an hour, or lost their worker repeatedly.`,
          since: (oldestWaitingAt ?? now()).toISOString(),
          action:
            'Check that a process with the role worker runs. GET /api/v1/catalog/imports names them; the log of the worker has their last error.',
        })
      }
      const reindexing = await catalogImports.reindexing()
      return {
        metrics: {
          documentsOfOlderRelease: reindexing.total,
          documentsReindexed: reindexing.done,
          importsWaiting: waiting,
          importsRunning: running,
          importsFailedLastDay: failed,
          quoteRequests: requests,
          quoteCacheHits: lines.hit,
          quoteCacheMisses: lines.miss,
          quoteCachePurges: lines.purged,
          quoteCacheDrops: lines.dropped,
          quotesWithoutCache: lines.uncached,
          ...Object.fromEntries(buckets),
          ...streamMetrics(streams, now()),
        },
        problems,
      }
    },
  }
}

function streamMetrics(reading: SearchesReading, now: Date): Record<string, number> {
  const { open, polling, fallbacks, products, ended, running, overdue, oldestRunningAt } = reading
  const age = oldestRunningAt ? (now.getTime() - oldestRunningAt.getTime()) / 1_000 : 0
  return {
    streamsOpen: open,
    streamsPolling: polling,
    stream_fallback_to_polling: fallbacks,
    streamsEnded: Object.values(ended).reduce((sum, count) => sum + count, 0),
    streamsCutOff: ended.slow_reader,
    streamProducts: products,
    ...named('streamSeconds', reading.durations),
    ...named('streamProducts', reading.productsPerStream),
    searchesRunning: running,
    searchesOverdue: overdue,
    oldestRunningSearchSeconds: Math.max(0, Math.round(age)),
  }
}

/** A dot in a name would look like a path: 0.25 is `0_25`. */
function named(what: string, buckets: SearchesReading['durations']): Record<string, number> {
  const text = (bound: number | undefined) => String(bound).replace('.', '_')
  return Object.fromEntries(
    buckets.map(({ upTo, streams }, at) => [
      upTo === undefined ? `${what}Over${text(buckets[at - 1]?.upTo)}` : `${what}UpTo${text(upTo)}`,
      streams,
    ]),
  )
}

function streamProblems({ open, pollingSince }: SearchesReading): Problem[] {
  if (!pollingSince) return []
  return [
    {
      code: 'catalog.streams-polling',
      message: `Hints of the cache do not arrive, so ${open} streams poll the database.`,
      since: pollingSince.toISOString(),
      action: 'Check the cache and its pub/sub. Streams return to hints by themselves.',
    },
  ]
}

function searchProblems({ overdue, firstDueAt }: SearchesReading): Problem[] {
  if (overdue === 0 || !firstDueAt) return []
  return [
    {
      code: 'catalog.searches-stuck',
      message: `${overdue} searches are past their deadline, and their streams wait: no worker ends them.`,
      since: firstDueAt.toISOString(),
      action: 'Check that a process with the role worker runs and reaches the database.',
    },
  ]
}
