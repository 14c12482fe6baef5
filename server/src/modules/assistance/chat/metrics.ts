import type { Metrics } from '#platform/telemetry'
import { type DegradedReason, degradedReasons } from './extraction/degraded-reasons.ts'

export type ExtractionOutcome = 'read' | 'superseded' | 'invalid' | 'late' | 'away'

export type ChatMetrics = {
  extracted(outcome: ExtractionOutcome, seconds: number): void
  refusedValues(count: number): void
  degraded(reason: DegradedReason): void
  reconciled(how: 'reset' | 'completion', count: number): void
}

/** Counts that survive a restart and are shared by all processes. */
export type ChatTallies = { add(name: string, value?: number): void }

export const talliedResets = 'chat.reconcile_resets'
export const talliedCompletions = 'chat.reconcile_completions'
export const talliedExtractions = 'chat.extractions'
export const talliedFailures = 'chat.extraction_failures'

export function createChatMetrics(metrics: Metrics, tallies: ChatTallies): ChatMetrics {
  const extractions = metrics.counter(
    'chat_extractions_total',
    'Extractions of briefs by outcome.',
    ['outcome'],
  )
  const duration = metrics.histogram(
    'chat_extraction_seconds',
    'How long the companion took for an extraction.',
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  )
  const refused = metrics.counter(
    'chat_values_refused_total',
    'Values of the companion that the buyer has not said, and that entered no brief.',
  )
  const degraded = metrics.counter(
    'chat_extractions_degraded_total',
    'Extractions with which the language model did not help, by reason.',
    ['reason'],
  )
  for (const reason of degradedReasons) degraded.add({ reason }, 0)
  const reconciled = metrics.counter(
    'chat_sessions_reconciled_total',
    'Sessions whose worker was lost: queued again (reset) or completed by another worker (completion).',
    ['how'],
  )
  return {
    extracted: (outcome, seconds) => {
      extractions.add({ outcome })
      if (outcome === 'read') duration.observe({}, seconds)
      if (outcome === 'read') tallies.add(talliedExtractions, seconds * 1_000)
      else if (outcome !== 'superseded') tallies.add(talliedFailures)
    },
    refusedValues: (count) => {
      if (count > 0) refused.add({}, count)
    },
    degraded: (reason) => degraded.add({ reason }),
    reconciled: (how, count) => {
      reconciled.add({ how }, count)
      const name = how === 'reset' ? talliedResets : talliedCompletions
      for (let at = 0; at < count; at += 1) tallies.add(name)
    },
  }
}
