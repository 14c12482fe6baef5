import type { Probe, Problem } from '#platform/health'
import type { ProductSearch } from './service.ts'
import type { Searches, SearchesReading } from './streamed/service.ts'

/** Reports how the service serves streams now and in the last 24 hours, and how searches run. */
export function searchProbe(
  searches: Searches,
  productSearch: ProductSearch,
  now: () => Date,
): Probe {
  return {
    name: 'catalog',
    surfaces: ['detailed', 'ops'],
    headline: 'searchesRunning',
    read: async () => {
      const reading = await searches.reading()
      const reindexing = await productSearch.reindexing()
      return {
        metrics: {
          documentsOfOlderRelease: reindexing.total,
          documentsReindexed: reindexing.done,
          ...streamMetrics(reading, now()),
        },
        problems: [...streamProblems(reading), ...searchProblems(reading)],
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
    ...nameBuckets('streamSeconds', reading.durations),
    ...nameBuckets('streamProducts', reading.productsPerStream),
    searchesRunning: running,
    searchesOverdue: overdue,
    oldestRunningSearchSeconds: Math.max(0, Math.round(age)),
  }
}

/** A dot in a name would look like a path, so 0.25 becomes `0_25`. */
function nameBuckets(what: string, buckets: SearchesReading['durations']): Record<string, number> {
  const text = (bound: number | undefined) => String(bound).replace('.', '_')
  return Object.fromEntries(
    buckets.map(({ upTo, count }, at) => [
      upTo === undefined ? `${what}Over${text(buckets[at - 1]?.upTo)}` : `${what}UpTo${text(upTo)}`,
      count,
    ]),
  )
}

function streamProblems({ polling, pollingSince }: SearchesReading): Problem[] {
  if (!pollingSince) return []
  return [
    {
      code: 'catalog.streams-polling',
      message: `Hints of the cache do not arrive, so ${polling} streams poll the database.`,
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
