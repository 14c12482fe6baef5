import { minutesMs } from '#kernel/time'
import { type Bucket, createBuckets, type Tallies } from '#platform/tallies'
import type { Metrics } from '#platform/telemetry'
import type { Looked } from './quote-cache.ts'

const outcomes = ['hit', 'miss', 'purged', 'dropped', 'uncached'] as const
export type QuoteOutcome = Looked['outcome']

/** The counts of all processes in the last 24 hours. */
export type QuoteReading = {
  readonly requests: number
  readonly lines: Readonly<Record<QuoteOutcome, number>>
  /** The requests by how many milliseconds they took. */
  readonly latency: readonly Bucket[]
  /** Malformed entries that were purged lately, and since when. */
  readonly recentPurges: { readonly lines: number; readonly since: Date | undefined }
}

export type QuoteMetrics = {
  lines(outcome: QuoteOutcome, count: number): void
  request(tookMs: number): void
  read(): Promise<QuoteReading>
}

const boundsMs = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000]
const latency = createBuckets('quotes.request_ms', boundsMs)
const linesOf = (outcome: QuoteOutcome) => `quotes.lines.${outcome}`
/** A malformed entry stays a problem for 15 minutes, and up to five more: tallies count by slots of five minutes. */
const recentMs = minutesMs(20)

/** Counts for the Prometheus metrics of this process, and for the figures of the service. */
export function createQuoteMetrics(
  metrics: Metrics,
  tallies: Pick<Tallies, 'add' | 'read' | 'slots'>,
): QuoteMetrics {
  const linesTotal = metrics.counter(
    'catalog_quote_lines_total',
    'Lines quoted: from the cache (hit), computed (miss), computed in place of a malformed entry (purged), computed because what it depends on changed (dropped), computed without a cache (uncached).',
    ['outcome'],
  )
  const durations = metrics.histogram(
    'catalog_quote_duration_seconds',
    'Time from a request for quotes to its answer.',
    boundsMs.map((milliseconds) => milliseconds / 1_000),
  )
  return {
    lines: (outcome, count) => {
      linesTotal.add({ outcome }, count)
      tallies.add(linesOf(outcome), count)
    },
    request: (tookMs) => {
      durations.observe({}, tookMs / 1_000)
      tallies.add(latency.nameOf(tookMs), tookMs)
    },
    read: async () => {
      const [read, purges] = await Promise.all([
        tallies.read<string>([...outcomes.map(linesOf), ...latency.names]),
        tallies.slots(linesOf('purged'), recentMs),
      ])
      const buckets = latency.from(read)
      const lines = outcomes.map((outcome) => [outcome, read[linesOf(outcome)]?.sum ?? 0])
      return {
        requests: buckets.reduce((sum, { count }) => sum + count, 0),
        lines: Object.fromEntries(lines) as Record<QuoteOutcome, number>,
        latency: buckets,
        recentPurges: {
          lines: purges.reduce((lines, { sum }) => lines + sum, 0),
          since: purges[0]?.startsAt,
        },
      }
    },
  }
}
