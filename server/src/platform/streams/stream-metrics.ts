import type { Metrics } from '#platform/telemetry'
import type { StreamSource } from './source.ts'

export type StreamEnd = 'over' | 'client_gone' | 'slow_reader' | 'stopping' | 'purged'

/** The counts of this process since its start. */
export type StreamReading = {
  readonly open: number
  /** The streams that poll for rows now, because hints do not arrive. */
  readonly polling: number
  /** Since when a stream polls, if any does. */
  readonly pollingSince: Date | undefined
  readonly fallbacks: number
  readonly products: number
  readonly ended: Readonly<Record<StreamEnd, number>>
  /**
   * Each bucket counts the streams that lasted longer than the previous bound and up to its own, in seconds. The last
   * bucket has no bound.
   */
  readonly durations: readonly Bucket[]
  /** Each bucket counts the streams with more products than the previous bound and up to its own. */
  readonly productsPerStream: readonly Bucket[]
}

export type Bucket = { readonly upTo: number | undefined; readonly streams: number }

export type StreamMetrics = {
  opened(): void
  ended(how: StreamEnd, seconds: number, products: number): void
  fellBack(streams: number): void
  read(): Pick<
    StreamReading,
    'fallbacks' | 'products' | 'ended' | 'durations' | 'productsPerStream'
  >
}

const secondBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const productBuckets = [0, 1, 10, 20, 50, 100, 250, 500, 1_000]

export function createStreamMetrics(
  metrics: Metrics,
  {
    metricsPrefix: prefix,
    called,
    overLabel,
  }: Pick<StreamSource, 'metricsPrefix' | 'called' | 'overLabel'>,
): StreamMetrics {
  const open = metrics.gauge(`${prefix}_streams_open`, `${called} that clients follow now.`)
  const endings = metrics.counter(`${prefix}_streams_total`, `${called} by how they ended.`, [
    'end',
  ])
  const fallbacksTotal = metrics.counter(
    `${prefix}_stream_fallback_to_polling_total`,
    `${called} that went over to polling because hints failed or went quiet.`,
  )
  const seconds = metrics.histogram(
    `${prefix}_stream_duration_seconds`,
    `How long each of the ${called.toLowerCase()} was open.`,
    secondBuckets,
  )
  const perStream = metrics.histogram(
    `${prefix}_stream_products`,
    `Products that each of the ${called.toLowerCase()} sent.`,
    productBuckets,
  )
  const ended = { over: 0, client_gone: 0, slow_reader: 0, stopping: 0, purged: 0 }
  const durations = [...secondBuckets, undefined].map((upTo) => ({ upTo, streams: 0 }))
  const counts = [...productBuckets, undefined].map((upTo) => ({ upTo, streams: 0 }))
  let fallbacks = 0
  let products = 0
  return {
    opened: () => open.add({}, 1),
    ended: (how, took, published) => {
      open.add({}, -1)
      endings.add({ end: how === 'over' ? overLabel : how })
      seconds.observe({}, took)
      perStream.observe({}, published)
      ended[how] += 1
      products += published
      countInto(durations, took)
      countInto(counts, published)
    },
    fellBack: (streams) => {
      fallbacksTotal.add({}, streams)
      fallbacks += streams
    },
    read: () => ({
      fallbacks,
      products,
      ended: { ...ended },
      durations: durations.map((one) => ({ ...one })),
      productsPerStream: counts.map((one) => ({ ...one })),
    }),
  }
}

function countInto(buckets: { upTo: number | undefined; streams: number }[], value: number): void {
  const bucket = buckets.find(({ upTo }) => upTo === undefined || value <= upTo)
  if (bucket) bucket.streams += 1
}
