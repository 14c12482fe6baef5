import type { Incidents } from '#modules/incidents'
import { isDeployed } from '#platform/config'
import { platformSettings } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { createEcb } from './fetching/ecb.ts'
import { createExchangeRateApi } from './fetching/exchange-rate-api.ts'
import { fxProbe } from './fx-probe.ts'
import { heldRateList } from './held/held-rate-list.ts'
import { heldRateRoutes } from './held/held-rate-routes.ts'
import { fxJobs, fxSchedules } from './jobs.ts'
import { fxRoutes } from './routes.ts'
import { createFx, type Fx } from './service.ts'
import { fxSettings } from './settings.ts'

type Needs = Runtime & { readonly incidents: Incidents }

export const fxModule = defineModule({
  name: 'fx',
  tags: { 'Exchange rates': 'Rates between currencies.' },
  settings: [fxSettings],
  schedules: fxSchedules,
  make: (needs: Needs) => {
    const { database, log, now } = needs
    const fx = fxFrom(needs)
    return {
      services: { fx },
      routes: [fxRoutes(fx), heldRateRoutes(fx), listRoutes(database, heldRateList)],
      jobs: fxJobs(fx),
      startWorkers: () => {
        // The schedule may not have run for days, so the rates may be old.
        fx.requestFetch().catch((error: unknown) => {
          log.warn({ err: error }, 'The fetch of exchange rates could not be requested.')
        })
        return []
      },
      probes: () => [fxProbe(fx, now)],
    }
  },
})

/** Without a key there is no provider. Then prices stay in the currencies of their suppliers. */
function fxFrom(needs: Needs): Fx {
  const { settings, now, log, metrics, tallies, database, outbound, wake, incidents } = needs
  const values = settings.of(fxSettings)
  const { EXCHANGE_RATE_API_KEY: apiKey, EXCHANGE_RATE_BASE_URL: baseUrl } = values
  // The central bank needs no key. A local start without a provider makes no requests at all.
  const hasReference = apiKey !== undefined || isDeployed(settings.of(platformSettings).APP_ENV)
  return createFx({
    database,
    incidents,
    wake,
    metrics,
    tallies,
    now,
    log,
    provider: apiKey ? createExchangeRateApi({ outbound, baseUrl, apiKey }) : undefined,
    reference: hasReference
      ? createEcb({ outbound, url: values.FX_REFERENCE_RATES_URL })
      : undefined,
    windows: { freshHours: values.FX_FRESH_HOURS, graceHours: values.FX_STALE_GRACE_HOURS },
  })
}
