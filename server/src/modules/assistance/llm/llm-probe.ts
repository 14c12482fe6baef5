import { after, minutesMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { countOf, type Probe, problemIf } from '#platform/health'
import type { Tallies } from '#platform/tallies'
import { readReserved } from './accounting/attempt-store.ts'
import type { Family, ProviderName } from './accounting/pricing.ts'
import type { Provider } from './deps.ts'
import { talliedMetrics } from './metrics.ts'

type Deps = {
  readonly database: Database
  readonly tallies: Pick<Tallies, 'read' | 'hourly'>
  readonly families: readonly Family[]
  readonly providers: Readonly<Record<ProviderName, Provider>>
  readonly now: () => Date
}

const overdueMs = minutesMs(5)
/** With fewer calls in an hour, one failure would be a high rate. */
const callsMin = 10
const failingFrom = 0.2

/** Reports what the language models were asked, what it cost, and what keeps them from answering. */
export function llmProbe(deps: Deps): Probe {
  const { database, tallies, families, providers, now } = deps
  return {
    name: 'llm',
    surfaces: ['detailed', 'ops'],
    headline: 'callsLastDay',
    read: async () => {
      const at = now()
      const [day, reserved, hour] = await Promise.all([
        tallies.read(Object.values(talliedMetrics)),
        readReserved(database.pool, after(at, -overdueMs)),
        readHour(tallies, at),
      ])
      const closed = (['A', 'B'] as const).filter(
        (name) =>
          providers[name].apiKey === undefined &&
          families.some(({ isAllowed, provider }) => isAllowed && provider === name),
      )
      const since = at.toISOString()
      return {
        metrics: {
          callsLastDay: day[talliedMetrics.calls].count,
          failuresLastDay: day[talliedMetrics.failures].count,
          failureRateLastHour: hour.failureRate,
          limitedLastDay: day[talliedMetrics.limited].count,
          reportedTokensLastDay: day[talliedMetrics.reportedTokens].sum,
          estimatedTokensLastDay: day[talliedMetrics.estimatedTokens].sum,
          reportedCostNanoLastDay: day[talliedMetrics.reportedCost].sum,
          estimatedCostNanoLastDay: day[talliedMetrics.estimatedCost].sum,
          zeroCostCallsLastDay: day[talliedMetrics.zeroCost].count,
          expiredReservationsLastDay: day[talliedMetrics.expired].count,
          reservedNow: reserved.count,
          approvedFamilies: families.filter(({ isAllowed }) => isAllowed).length,
          providerAConfigured: providers.A.apiKey !== undefined,
          providerBConfigured: providers.B.apiKey !== undefined,
        },
        problems: [
          ...problemIf(closed.length > 0, {
            code: 'llm.provider-not-configured',
            message: `Approved model families cannot be used: provider ${closed.join(' and ')} has no key.`,
            since,
            action: 'Set the key of the provider. See the runbook llm.provider-not-configured.',
          }),
          ...problemIf(reserved.overdueSince !== undefined, {
            code: 'llm.reservations-behind',
            message:
              'Tokens of calls that ended stay reserved. People reach their limits too early.',
            since: (reserved.overdueSince ?? at).toISOString(),
            action: 'Check that a process with the role worker runs.',
          }),
          ...problemIf(hour.isFailing, {
            code: 'llm.failure-rate',
            message: `${Math.round(hour.failureRate * 100)} of 100 calls of language models failed in this hour, of ${countOf(hour.calls, 'call', 'calls')}.`,
            since: hour.startsAt.toISOString(),
            action: 'Check the state of the providers. See the runbook llm.failure-rate.',
          }),
        ],
      }
    },
  }
}

async function readHour(tallies: Pick<Tallies, 'hourly'>, at: Date) {
  const startsAt = new Date(Math.floor(at.getTime() / minutesMs(60)) * minutesMs(60))
  const [calls = 0, failures = 0] = await Promise.all(
    [talliedMetrics.calls, talliedMetrics.failures].map(async (name) => {
      const hours = await tallies.hourly(name)
      return hours.find((hour) => hour.startsAt.getTime() === startsAt.getTime())?.count ?? 0
    }),
  )
  const failureRate = calls === 0 ? 0 : Math.round((failures / calls) * 1_000) / 1_000
  return {
    startsAt,
    calls,
    failureRate,
    isFailing: calls >= callsMin && failureRate >= failingFrom,
  }
}
