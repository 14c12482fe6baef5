import { type AlertingDeps, incidentsSettings, transportsFrom } from '#modules/incidents'
import type { AppOptions } from './app.ts'
import type { Platform } from './open-platform.ts'
import { platformSettings } from './settings.ts'

/** What it takes to tell operators of something, as this deployment is set. */
export function alertingOf(
  { settings, now, log }: AppOptions,
  { database, outbound }: Platform,
): AlertingDeps {
  return {
    database,
    outbound,
    transports: transportsFrom(settings.of(incidentsSettings)),
    environment: settings.of(platformSettings).APP_ENV,
    now,
    log,
  }
}
