import type { Clock } from '#kernel/time'
import type { Probe, Problem } from '#platform/health'
import type { FxReading } from './reading.ts'
import type { Fx } from './service.ts'

/** One failed fetch is no problem: the schedule retries it an hour later. */
const failuresMax = 3

/** Reports how old the exchange rates are, and whether new rates and reference rates arrive. */
export function fxProbe(fx: Fx, now: Clock): Probe {
  return {
    name: 'fx',
    surfaces: ['ops', 'detailed'],
    headline: 'rateSetAgeSeconds',
    read: async () => {
      const reading = await fx.reading()
      const { state, set, failing, referenceFailing, hasProvider, held, last24Hours } = reading
      return {
        metrics: {
          rateSetAgeSeconds: set?.ageSeconds ?? 0,
          currencies: set?.currencies ?? 0,
          fresh: state === 'fresh',
          staleGrace: state === 'stale_grace',
          expired: state === 'expired',
          hasRates: set !== undefined,
          hasProvider,
          heldRates: held.count,
          served24h: last24Hours.fresh + last24Hours.stale_grace,
          servedStale24h: last24Hours.stale_grace,
          refusedExpired24h: last24Hours.expired,
          fetchFailures: failing?.failures ?? 0,
          referenceFetchFailures: referenceFailing?.failures ?? 0,
        },
        problems: [
          ...ageProblems(reading, now),
          ...fetchProblems(reading),
          ...referenceProblems(reading),
          ...heldProblems(reading),
        ],
      }
    },
  }
}

function ageProblems({ state, set, failing, hasProvider }: FxReading, now: Clock): Problem[] {
  const wait = hasProvider
    ? 'Check that a worker runs: it fetches the rates every hour and at its start. If one runs, the provider has no newer rates. Contact the provider.'
    : 'Set EXCHANGE_RATE_API_KEY.'
  const action = failing?.action ?? wait
  const since = (set?.asOf ?? now()).toISOString()
  switch (state) {
    case 'fresh':
      return []
    case 'none':
      // Without a provider nobody expects rates, so their absence is no problem.
      if (!hasProvider) return []
      return [{ code: 'fx.no-rates', message: 'There are no exchange rates yet.', since, action }]
    case 'stale_grace':
      return [
        {
          code: 'i18n.fx-rates.stale-grace-window',
          message: `Prices are converted with the exchange rates of ${since}.`,
          since,
          action,
        },
      ]
    case 'expired':
      return [
        {
          code: 'fx.rates-expired',
          message: `Nothing is converted: the newest exchange rates are of ${since}.`,
          since,
          action,
        },
      ]
  }
}

function fetchProblems({ state, failing }: FxReading): Problem[] {
  if (!failing || (state === 'fresh' && failing.failures < failuresMax)) return []
  const { problem, failures, since, action } = failing
  return [
    {
      code: `fx.fetch-${problem.replaceAll('_', '-')}`,
      message: `The last ${failures} requests to the provider of exchange rates failed.`,
      since: since.toISOString(),
      action,
    },
  ]
}

/** Taxes are converted even so, with the rates of the provider. This is therefore never more than a failing fetch. */
function referenceProblems({ referenceFailing }: FxReading): Problem[] {
  if (!referenceFailing || referenceFailing.failures < failuresMax) return []
  const { failures, since, action } = referenceFailing
  return [
    {
      code: 'fx.reference-rates-failing',
      message: `The last ${failures} requests for reference rates of the European Central Bank failed.`,
      since: since.toISOString(),
      action,
    },
  ]
}

function heldProblems({ held: { count, since } }: FxReading): Problem[] {
  if (count === 0 || !since) return []
  return [
    {
      code: 'fx.rate-held',
      message: `${count === 1 ? 'One exchange rate' : `${count} exchange rates`} moved by more than 20 % and ${count === 1 ? 'waits' : 'wait'} for a decision.`,
      since: since.toISOString(),
      action:
        'Compare the rate with another source, then release it. Prices use the previous rate until then.',
    },
  ]
}
