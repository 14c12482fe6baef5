import type { Incidents } from '#modules/incidents'
import type { Database } from '#platform/db'
import type { Log } from '#platform/telemetry'
import type { LlmMetrics } from '../metrics.ts'
import type { EndState, Outcome } from './attempt.ts'
import { type ExpiredAttempt, listExpired, type Settlement, settle } from './attempt-store.ts'
import type { Price, ProviderName } from './pricing.ts'
import { costNanoOf, noUsage, type TokenUsage, type UsageSource } from './token-usage.ts'

export type AccountingDeps = {
  readonly database: Database
  readonly incidents: Incidents
  readonly metrics: LlmMetrics
  readonly log: Log
  readonly now: () => Date
}

export type Charge = {
  readonly id: string
  readonly companyId: string
  readonly provider: ProviderName
  readonly model: string
  readonly price: Price
  readonly state: EndState
  readonly usage: TokenUsage
  readonly usageSource: UsageSource
  readonly outcome: Outcome
}

/** Settles an attempt once. A cost of zero for a model that is not declared free notifies operators. Returns the cost. */
export async function charge(deps: AccountingDeps, charged: Charge): Promise<bigint> {
  const { database, incidents, metrics, log, now } = deps
  const { provider, model, price, state, usage, usageSource, outcome } = charged
  const costNano = state === 'RELEASED' ? 0n : costNanoOf(usage, price)
  const settlement: Settlement = { ...charged, costNano, settledAt: now() }
  const isSuspicious = state !== 'RELEASED' && costNano === 0n && !price.isFree
  const isFirst = isSuspicious
    ? await database.transaction(async (tx) => {
        if (!(await settle(tx, settlement))) return false
        await incidents.notify(tx, {
          key: `llm-gateway.pricing.zero-cost.${provider}.${model}`,
          dedupeKey: `${provider}.${model}`,
          severity: 'warning',
          summary: `A call of the model ${model} of provider ${provider} was accounted with a cost of zero. Check its price.`,
          details: { provider, model, usageSource },
          now: now(),
        })
        return true
      })
    : await settle(database.pool, settlement)
  if (!isFirst) {
    log.warn({ attemptId: charged.id }, 'The attempt was settled before, by the sweeper.')
    return 0n
  }
  metrics.settled({
    provider,
    outcome,
    usage,
    usageSource,
    costNano,
    isCharged: state !== 'RELEASED',
  })
  return costNano
}

/** A refusal of the provider, or a request that it cannot have seen: nothing is charged. */
export function release(
  deps: AccountingDeps,
  attempt: Pick<Charge, 'id' | 'companyId' | 'provider' | 'model' | 'price'>,
  outcome: Outcome,
): Promise<bigint> {
  return charge(deps, {
    ...attempt,
    state: 'RELEASED',
    usage: noUsage,
    usageSource: 'estimated',
    outcome,
  })
}

const expiredAtOnce = 100

/**
 * Settles the attempts of processes that died. What the provider did is unknown, so they are charged what was reserved: more than
 * they used, and never nothing. One sweep settles all of them. An attempt that cannot be settled waits for the next sweep and keeps
 * no other back. Returns how many it settled.
 */
export async function settleExpired(deps: AccountingDeps): Promise<number> {
  const { database, log, now } = deps
  const at = now()
  let settled = 0
  let after: ExpiredAttempt | undefined
  for (;;) {
    const expired = await listExpired(database.pool, at, { after, limit: expiredAtOnce })
    for (const { reservedInput, reservedOutput, ...attempt } of expired) {
      try {
        await charge(deps, {
          ...attempt,
          state: 'EXPIRED',
          usage: { ...noUsage, uncachedInput: reservedInput, output: reservedOutput },
          usageSource: 'estimated',
          outcome: 'process_died',
        })
        settled += 1
      } catch (error) {
        log.error({ err: error, attemptId: attempt.id }, 'An expired attempt cannot be settled.')
      }
    }
    after = expired.at(-1)
    if (expired.length < expiredAtOnce) return settled
  }
}
