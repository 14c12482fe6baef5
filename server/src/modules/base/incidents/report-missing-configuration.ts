import type { Clock } from '#kernel/time'
import { createMemoryCache } from '#platform/cache'
import type { SettingsReading } from '#platform/config'
import { type Database, openDatabase } from '#platform/db'
import { platformSettings } from '#platform/deployment'
import { runLoop } from '#platform/leases'
import { createOutbound } from '#platform/net'
import type { Log } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { transportsFrom } from './alerts/transports.ts'
import type { Sighting } from './incident.ts'
import { type DirectTries, sendSpooled } from './raise.ts'
import { createIncidents, type Incidents } from './service.ts'
import { incidentsSettings } from './settings.ts'
import { openSpoolIn, type Spool } from './spool.ts'
import { incidentsWorkers } from './workers.ts'

type Reporting = {
  readonly settings: SettingsReading
  readonly log: Log
  readonly now: Clock
  readonly version: string
}

/** One trouble for the whole deployment, however many of its processes see it. */
const deployment = 'deployment'

type Report = { stop(): Promise<void> }

/**
 * Reports that a deployment lacks required values, by any configured transport. If there is a database it stores the
 * incident, which a correctly configured process then lists.
 */
export function reportMissingConfiguration(
  reporting: Reporting,
  missing: readonly string[],
): Report {
  const { DOCUMENT_DB_URL: url } = reporting.settings.of(platformSettings)
  const sighting = () => sightingOf(reporting, missing)
  return url ? reportInto(reporting, url, sighting) : reportPastDatabase(reporting, sighting())
}

function sightingOf({ settings, now, version }: Reporting, missing: readonly string[]): Sighting {
  const { APP_ENV: environment } = settings.of(platformSettings)
  return {
    key: 'platform.configuration-missing',
    severity: 'critical',
    summary: `A deployed process lacks required configuration: ${missing.join(', ')}.`,
    details: { missing: [...missing], environment, version },
    dedupeKey: deployment,
    now: now(),
  }
}

/** For a process that serves in spite of it: its own workers send the alert. */
export async function raiseMissingConfiguration(
  reporting: Reporting,
  { database, incidents }: { readonly database: Database; readonly incidents: Incidents },
  missing: readonly string[],
): Promise<void> {
  await database.transaction((tx) => incidents.notify(tx, sightingOf(reporting, missing)))
}

function reportInto(
  { settings, log, now, version }: Reporting,
  url: string,
  sighting: () => Sighting,
): Report {
  const { APP_ENV: environment, DB_STATEMENT_TIMEOUT_MS } = settings.of(platformSettings)
  const database = openDatabase({
    url,
    poolMax: 2,
    statementTimeoutMs: DB_STATEMENT_TIMEOUT_MS,
    onPoolError: (error) => log.warn({ err: error }, 'A database connection was lost.'),
  })
  const outbound = createOutbound({ allowPrivate: true, userAgent: `Purveyor/${version}` })
  const transports = transportsFrom(settings.of(incidentsSettings))
  const incidents = createIncidents({ database, now, transports })
  const wake = createWake(createMemoryCache(now))
  let isRaised = false
  const raise = async () => {
    if (isRaised) return 0
    await database.transaction((tx) => incidents.notify(tx, sighting()))
    isRaised = true
    return 0
  }
  const deps = { database, outbound, transports, environment, now, log }
  // The database may be unavailable, or not migrated yet by another process: retry with growing delays.
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

/**
 * Sends directly to the transports. The process's folder keeps the incident. There the first correctly configured
 * process finds which transports need the end, and this process, if it restarts again and again, finds which were
 * notified.
 */
function reportPastDatabase(
  { settings, log, now, version }: Reporting,
  sighting: Sighting,
): Report {
  const { APP_ENV: environment, PURVEYOR_DATA_DIR: dataDir } = settings.of(platformSettings)
  const transports = transportsFrom(settings.of(incidentsSettings))
  const outbound = createOutbound({ allowPrivate: true, userAgent: `Purveyor/${version}` })
  const tries: DirectTries = new Map()
  let spool: Spool | undefined
  const loop = runLoop({
    name: 'platform.report_missing',
    idleMsMin: 1_000,
    idleMsMax: 5_000,
    work: async (signal) => {
      spool ??= await openSpoolIn(dataDir, log)
      await spool.add(sighting)
      return sendSpooled({ outbound, transports, environment, now, log, spool }, tries, signal)
    },
    log,
  })
  return {
    stop: async () => {
      await loop.stop()
      await Promise.all([outbound.close(), spool?.close()])
    },
  }
}

/** The start of a correctly configured process ends the incident. */
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
