import type { Metrics } from '#platform/telemetry'
import { type DegradedReason, degradedReasons } from './model/degraded-reason.ts'

export type AgentMetrics = ReturnType<typeof createAgentMetrics>

/** Seconds. The grammar takes a few thousandths, a model takes several. */
const grammarBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2]
const modelBuckets = [0.5, 1, 2, 4, 8, 15, 30]

export function createAgentMetrics(metrics: Metrics) {
  const extractions = metrics.counter('agent_extractions_total', 'Extracted briefs.', ['by'])
  const degraded = metrics.counter(
    'agent_degraded_total',
    'Briefs for which a model was asked and did not help.',
    ['reason'],
  )
  const refusals = metrics.counter('agent_requests_refused_total', 'Refused requests.', ['code'])
  const grammar = metrics.histogram(
    'agent_grammar_seconds',
    'How long an extraction took without a model.',
    grammarBuckets,
  )
  const model = metrics.histogram(
    'agent_model_seconds',
    'How long an extraction took with a model.',
    modelBuckets,
  )
  for (const by of ['grammar', 'model'] as const) extractions.add({ by }, 0)
  for (const reason of degradedReasons) degraded.add({ reason }, 0)
  return {
    extracted: (by: 'grammar' | 'model', seconds: number) => {
      extractions.add({ by })
      ;(by === 'model' ? model : grammar).observe({}, seconds)
    },
    degraded: (reason: DegradedReason) => degraded.add({ reason }),
    refused: (code: string) => refusals.add({ code }),
  }
}
