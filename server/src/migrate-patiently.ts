import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Migration } from '#platform/db'
import type { Log } from '#platform/telemetry'

const pauseMs = 1_000

/**
 * Brings the schema up to date, however long the database takes to be there. Only a database that cannot be
 * reached is waited for: a migration that fails is a broken release, and ends the start.
 */
export async function migratePatiently(
  database: Database,
  migrations: readonly Migration[],
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<void> {
  let told = false
  while (!signal.aborted) {
    try {
      await database.ping()
    } catch (error) {
      if (!told) log.warn({ err: error }, 'The database does not answer. Waiting for it.')
      told = true
      await wait(pauseMs, undefined, { signal }).catch(() => undefined)
      continue
    }
    const applied = await database.migrate(migrations)
    if (applied.length > 0) log.info({ applied }, 'The schema was brought up to date.')
    return
  }
}
