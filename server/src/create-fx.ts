import { createEcb, createExchangeRateApi, createFx, type Fx, fxSettings } from '#modules/fx'
import type { Incidents } from '#modules/incidents'
import { isDeployed } from '#platform/config'
import type { AppOptions } from './app.ts'
import type { Platform } from './open-platform.ts'
import { platformSettings } from './settings.ts'

/** Without a key there is no provider: then prices stay in the currencies of their suppliers. */
export function fxOf(
  { settings, now, log, metrics }: AppOptions,
  { database, outbound, wake }: Platform,
  incidents: Incidents,
): Fx {
  const values = settings.of(fxSettings)
  const { EXCHANGE_RATE_API_KEY: apiKey, EXCHANGE_RATE_BASE_URL: baseUrl } = values
  // The central bank needs no key. A local start without a provider asks nobody.
  const hasReference = apiKey !== undefined || isDeployed(settings.of(platformSettings).APP_ENV)
  return createFx({
    database,
    incidents,
    wake,
    metrics,
    now,
    log,
    provider: apiKey ? createExchangeRateApi({ outbound, baseUrl, apiKey }) : undefined,
    reference: hasReference
      ? createEcb({ outbound, url: values.FX_REFERENCE_RATES_URL })
      : undefined,
    windows: { freshHours: values.FX_FRESH_HOURS, graceHours: values.FX_STALE_GRACE_HOURS },
  })
}
