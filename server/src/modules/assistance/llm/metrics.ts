import type { Metrics } from '#platform/telemetry'
import type { Outcome } from './accounting/attempt.ts'
import type { ProviderName } from './accounting/pricing.ts'
import { inputOf, type TokenUsage, tokensOf, type UsageSource } from './accounting/token-usage.ts'

export type Settled = {
  readonly provider: ProviderName
  readonly outcome: Outcome
  readonly usage: TokenUsage
  readonly usageSource: UsageSource
  readonly costNano: bigint
  readonly isCharged: boolean
}

export type LlmMetrics = {
  settled(settled: Settled): void
  refused(why: 'daily_limit' | 'allowance' | 'not_configured' | 'accounting_unavailable'): void
  answered(provider: ProviderName, ms: number): void
}

/** Counts that survive a restart and are shared by all processes. */
export type LlmTallies = { add(name: string, value?: number): void }

/** The names of what is counted over 24 hours. */
export const talliedMetrics = {
  calls: 'llm.calls',
  failures: 'llm.failures',
  limited: 'llm.limited',
  expired: 'llm.expired',
  zeroCost: 'llm.zero_cost',
  /** The sums are tokens. */
  reportedTokens: 'llm.reported_tokens',
  estimatedTokens: 'llm.estimated_tokens',
  /** The sums are nano-dollars. */
  reportedCost: 'llm.reported_cost',
  estimatedCost: 'llm.estimated_cost',
} as const

const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** The client ended these, or asked for something that the provider refuses: the provider did not fail. */
const noFailures: ReadonlySet<Outcome> = new Set(['ok', 'client_gone', 'refused'])

export function createLlmMetrics(metrics: Metrics, tallies: LlmTallies): LlmMetrics {
  const attempts = metrics.counter(
    'llm_attempts_total',
    'Calls of language-model providers, by how they ended.',
    ['provider', 'outcome'],
  )
  const tokens = metrics.counter(
    'llm_tokens_total',
    'Tokens that were charged, by kind and by who counted them.',
    ['provider', 'kind', 'source'],
  )
  const cost = metrics.counter(
    'llm_cost_nanodollars_total',
    'Cost of the charged tokens in nano-dollars. The two sources are never added together.',
    ['provider', 'source'],
  )
  const refusals = metrics.counter(
    'llm_refusals_total',
    'Requests that the gateway refused before it called a provider.',
    ['reason'],
  )
  const durations = metrics.histogram(
    'llm_first_byte_seconds',
    'Time until the first content of a provider.',
    buckets,
    ['provider'],
  )
  return {
    settled: ({ provider, outcome, usage, usageSource, costNano, isCharged }) => {
      attempts.add({ provider, outcome })
      tallies.add(talliedMetrics.calls)
      if (!noFailures.has(outcome)) tallies.add(talliedMetrics.failures)
      if (outcome === 'process_died') tallies.add(talliedMetrics.expired)
      if (!isCharged) return
      tokens.add({ provider, kind: 'input', source: usageSource }, inputOf(usage))
      tokens.add({ provider, kind: 'output', source: usageSource }, usage.output)
      cost.add({ provider, source: usageSource }, Number(costNano))
      const isReported = usageSource === 'provider_reported'
      tallies.add(
        isReported ? talliedMetrics.reportedTokens : talliedMetrics.estimatedTokens,
        tokensOf(usage),
      )
      tallies.add(
        isReported ? talliedMetrics.reportedCost : talliedMetrics.estimatedCost,
        Number(costNano),
      )
      if (costNano === 0n) tallies.add(talliedMetrics.zeroCost)
    },
    refused: (reason) => {
      refusals.add({ reason })
      if (reason === 'daily_limit') tallies.add(talliedMetrics.limited)
    },
    answered: (provider, ms) => durations.observe({ provider }, ms / 1_000),
  }
}
