import type { Tallies } from '#platform/tallies'
import type { Metrics } from '#platform/telemetry'
import type { PageEnd, PageKind } from '../work/page.ts'

export type CrawlMetrics = {
  /** A host was asked for a page, whatever came of it. */
  asked(kind: PageKind, ms: number): void
  ended(state: PageEnd): void
  /** A run was given to the workers again, because its worker was lost. */
  redispatched(): void
  /** A file of a supplier's own XML waits for a mapping, or an operator has decided over one. */
  mapping(event: 'missing' | 'unfit' | 'confirmed' | 'withdrawn'): void
}

/** Counts of the last 24 hours. All processes share them. */
export const talliedRead = 'crawl.pages_read'
export const talliedFailed = 'crawl.pages_failed'
export const talliedRedispatches = 'crawl.redispatches'

/** The upper bounds of the counts from which the latency is read. A longer time counts as the last one. */
export const latencyBoundsMs = [
  10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000, 30_000, 60_000,
] as const

/** One name for each bound. */
export const talliedLatencies = latencyBoundsMs.map((bound) => `crawl.page_ms.${bound}`)

/** These were not asked for, so they say nothing about whether pages can be read. */
const endsWithoutRequest: ReadonlySet<PageEnd> = new Set(['SKIPPED', 'REFUSED'])

export function createCrawlMetrics(
  metrics: Pick<Metrics, 'counter' | 'histogram'>,
  tallies: Pick<Tallies, 'add'>,
): CrawlMetrics {
  const latency = metrics.histogram(
    'crawl_page_seconds',
    'How long a host took for a page or a sitemap.',
    latencyBoundsMs.map((ms) => ms / 1_000),
  )
  const pages = metrics.counter('crawl_pages_total', 'Pages that have ended, by state.', ['state'])
  const redispatches = metrics.counter(
    'crawl_redispatches_total',
    'Runs that were given to the workers again, because their worker was lost.',
  )
  const mappings = metrics.counter(
    'crawl_mappings_total',
    'XML files that had no mapping or did not fit it, and mappings that were confirmed or withdrawn.',
    ['event'],
  )
  return {
    asked: (kind, ms) => {
      // The time of a feed depends on its size.
      if (kind === 'feed') return
      latency.observe({}, ms / 1_000)
      const at = latencyBoundsMs.findIndex((bound) => ms <= bound)
      tallies.add(talliedLatencies.at(at) as string, ms)
    },
    ended: (state) => {
      pages.add({ state })
      if (!endsWithoutRequest.has(state))
        tallies.add(state === 'FAILED' ? talliedFailed : talliedRead)
    },
    mapping: (event) => mappings.add({ event }),
    redispatched: () => {
      redispatches.add({})
      tallies.add(talliedRedispatches)
    },
  }
}
