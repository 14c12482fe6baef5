import type { Metrics } from '#platform/telemetry'
import type { StreamSource } from './source.ts'
import type { StreamFigures } from './stream-figures.ts'

export const streamEnds = ['over', 'client_gone', 'slow_reader', 'stopping', 'purged'] as const
export type StreamEnd = (typeof streamEnds)[number]

export type StreamMetrics = {
  opened(): void
  ended(how: StreamEnd, seconds: number, products: number): void
  fellBack(streams: number): void
}

export const secondBounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
export const productBounds = [0, 1, 10, 20, 50, 100, 250, 500, 1_000]

/** Counts for the Prometheus metrics of this process, and for the figures of the service where the source has them. */
export function createStreamMetrics(
  metrics: Metrics,
  {
    metricsPrefix: prefix,
    called,
    overLabel,
  }: Pick<StreamSource, 'metricsPrefix' | 'called' | 'overLabel'>,
  figures?: Pick<StreamFigures, 'ended' | 'fellBack'>,
): StreamMetrics {
  const open = metrics.gauge(`${prefix}_streams_open`, `${called} that clients follow now.`)
  const endings = metrics.counter(`${prefix}_streams_total`, `${called} by how they ended.`, [
    'end',
  ])
  const fallbacks = metrics.counter(
    `${prefix}_stream_fallback_to_polling_total`,
    `${called} that went over to polling because hints failed or went quiet.`,
  )
  const seconds = metrics.histogram(
    `${prefix}_stream_duration_seconds`,
    `How long each of the ${called.toLowerCase()} was open.`,
    secondBounds,
  )
  const perStream = metrics.histogram(
    `${prefix}_stream_products`,
    `Products that each of the ${called.toLowerCase()} sent.`,
    productBounds,
  )
  return {
    opened: () => open.add({}, 1),
    ended: (how, took, products) => {
      open.add({}, -1)
      endings.add({ end: how === 'over' ? overLabel : how })
      seconds.observe({}, took)
      perStream.observe({}, products)
      figures?.ended(how, took, products)
    },
    fellBack: (streams) => {
      fallbacks.add({}, streams)
      figures?.fellBack(streams)
    },
  }
}
