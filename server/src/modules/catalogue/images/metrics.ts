import type { Metrics } from '#platform/telemetry'
import type { ProcessorProblem } from './processor-problem.ts'

/** Why an answer was the placeholder. */
export type PlaceholderReason = 'no_picture' | 'not_ready' | 'failed'

export type ImageMetrics = {
  served(source: 'memory' | 'store' | 'processor'): void
  placeholder(reason: PlaceholderReason): void
  processed(ms: number): void
  failed(problem: ProcessorProblem): void
  fetched(outcome: 'stored' | 'refused' | 'retried'): void
}

/** Counts that survive a restart and are shared by all processes. */
export type ImageTallies = { add(name: string, value?: number): void }

export const talliedPlaceholders = 'images.placeholders'
export const talliedSuccesses = 'images.processor_successes'
export const talliedFailures = 'images.processor_failures'
/** Pictures that wait no longer: they were stored, or are given up. */
export const talliedFetched = 'images.fetched'

export function createImageMetrics(metrics: Metrics, tallies: ImageTallies): ImageMetrics {
  const served = metrics.counter(
    'images_served_total',
    'Pictures that were served, by where they came from.',
    ['source'],
  )
  const placeholders = metrics.counter(
    'images_placeholders_total',
    'Placeholders that were served in place of a picture, by reason.',
    ['reason'],
  )
  const processing = metrics.histogram(
    'images_processing_seconds',
    'How long the image processor took for a picture.',
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  )
  const failures = metrics.counter(
    'images_processor_failures_total',
    'Requests to the image processor that brought no picture, by problem.',
    ['problem'],
  )
  const fetched = metrics.counter(
    'images_fetched_total',
    'Pictures that were fetched from the addresses of suppliers, by outcome.',
    ['outcome'],
  )
  return {
    served: (source) => served.add({ source }),
    placeholder: (reason) => {
      placeholders.add({ reason })
      // A product without a picture is no failure.
      if (reason !== 'no_picture') tallies.add(talliedPlaceholders)
    },
    processed: (ms) => {
      processing.observe({}, ms / 1_000)
      tallies.add(talliedSuccesses, ms)
    },
    failed: (problem) => {
      failures.add({ problem })
      // The picture is broken, not the processor.
      if (problem !== 'refused') tallies.add(talliedFailures)
    },
    fetched: (outcome) => {
      fetched.add({ outcome })
      if (outcome !== 'retried') tallies.add(talliedFetched)
    },
  }
}
