import {
  createIncidents,
  type Incidents,
  incidentsSettings,
  incidentsWorkers,
  transportsFrom,
} from '#modules/incidents'
import { createMemoryCache } from '#platform/cache'
import { type Database, openDatabase } from '#platform/db'
import { runLoop } from '#platform/leases'
import { createOutbound } from '#platform/net'
import { createWake } from '#platform/wake'
import type { AppOptions } from './app.ts'
import { platformSettings } from './settings.ts'

/** One trouble for the whole deployment, however many of its processes see it. */
const deployment = 'deployment'

/**
 * Raises the incident of a deployment that lacks required values, where there is a database to hold it: it is told
 * by whatever transport is configured, and shows in the list of a process that is complete. Elsewhere /health is all.
 */
export function reportMissingConfiguration(
  { settings, log, now, version }: AppOptions,
  missing: readonly string[],
): { stop(): Promise<void> } {
  const values = settings.of(platformSettings)
  const { DOCUMENT_DB_URL: url, APP_ENV: environment } = values
  if (!url) return { stop: async () => undefined }

  const database = openDatabase({
    url,
    poolMax: 2,
    statementTimeoutMs: values.DB_STATEMENT_TIMEOUT_MS,
    onPoolError: (error) => log.warn({ err: error }, 'A database connection was lost.'),
  })
  const outbound = createOutbound({ allowPrivate: true, userAgent: `Purveyor/${version}` })
  const transports = transportsFrom(settings.of(incidentsSettings))
  const incidents = createIncidents({ database, now, transports })
  const wake = createWake(createMemoryCache(now))
  let isRaised = false
  const raise = async () => {
    if (isRaised) return 0
    await database.transaction((tx) =>
      incidents.notify(tx, {
        key: 'platform.configuration-missing',
        severity: 'critical',
        summary: `A deployed process lacks required configuration: ${missing.join(', ')}.`,
        details: { missing: [...missing], environment, version },
        dedupeKey: deployment,
        now: now(),
      }),
    )
    isRaised = true
    return 0
  }
  const deps = { database, outbound, transports, environment, now, log }
  // A database that is away, or not migrated yet by a complete process, is tried again, later each time.
  const loops = [
    runLoop({ name: 'platform.report_missing', work: raise, log }),
    ...incidentsWorkers(deps, { wake }),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      wake.close()
      await Promise.all([outbound.close(), database.close()])
    },
  }
}

/** A process that has everything is the end of that trouble. */
export async function resolveMissingConfiguration(
  database: Database,
  incidents: Incidents,
  now: Date,
): Promise<void> {
  await database.transaction((tx) =>
    incidents.resolve(tx, {
      key: 'platform.configuration-missing',
      dedupeKey: deployment,
      now,
    }),
  )
}
