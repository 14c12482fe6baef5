import type { Metrics } from '#platform/telemetry'
import type { StreamSource } from './source.ts'
import { productBounds, type StreamEnd, secondBounds } from './stream-ends.ts'
import type { StreamFigures } from './stream-figures.ts'

export type StreamMetrics = {
  opened(): void
  ended(how: StreamEnd, seconds: number, products: number): void
  fellBack(streams: number): void
}

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
