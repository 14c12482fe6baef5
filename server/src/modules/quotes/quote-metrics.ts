import type { Metrics } from '#platform/telemetry'
import type { Looked } from './quote-cache.ts'

export type QuoteOutcome = Looked['outcome']

/** The counts of this process since its start. */
export type QuoteReading = {
  readonly requests: number
  readonly lines: Readonly<Record<QuoteOutcome, number>>
  /** Each bucket counts the requests above the previous bound and up to `upToMs`. The last bucket has no bound. */
  readonly latency: readonly { readonly upToMs: number | undefined; readonly requests: number }[]
  readonly lastPurgeAt: Date | undefined
}

export type QuoteMetrics = {
  lines(outcome: QuoteOutcome, count: number, now: Date): void
  request(tookMs: number): void
  read(): QuoteReading
}

const bucketsMs = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000]

export function createQuoteMetrics(metrics: Metrics): QuoteMetrics {
  const linesTotal = metrics.counter(
    'catalog_quote_lines_total',
    'Lines quoted: from the cache (hit), computed (miss), computed in place of a malformed entry (purged), computed because what it depends on changed (dropped), computed without a cache (uncached).',
    ['outcome'],
  )
  const durations = metrics.histogram(
    'catalog_quote_duration_seconds',
    'Time from a request for quotes to its answer.',
    bucketsMs.map((milliseconds) => milliseconds / 1_000),
  )
  const lines: Record<QuoteOutcome, number> = {
    hit: 0,
    miss: 0,
    purged: 0,
    dropped: 0,
    uncached: 0,
  }
  const latency = [...bucketsMs, undefined].map((upToMs) => ({ upToMs, requests: 0 }))
  let requests = 0
  let lastPurgeAt: Date | undefined
  return {
    lines: (outcome, count, now) => {
      if (count === 0) return
      linesTotal.add({ outcome }, count)
      lines[outcome] += count
      if (outcome === 'purged') lastPurgeAt = now
    },
    request: (tookMs) => {
      durations.observe({}, tookMs / 1_000)
      requests += 1
      const bucket = latency.find(({ upToMs }) => upToMs === undefined || tookMs <= upToMs)
      if (bucket) bucket.requests += 1
    },
    read: () => ({
      requests,
      lines: { ...lines },
      latency: latency.map((one) => ({ ...one })),
      lastPurgeAt,
    }),
  }
}
