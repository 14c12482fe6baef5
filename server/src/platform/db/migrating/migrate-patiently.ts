import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#platform/telemetry'
import { isConnectionLost } from '../connection-lost.ts'
import type { Database } from '../database.ts'
import type { Migration } from './migrate.ts'

const pauseMs = 1_000

/**
 * Applies the migrations, however long the database takes to come up. It waits only for a database that cannot be reached or is
 * lost meanwhile. A migration that fails is a broken release, and ends the start.
 */
export async function migratePatiently(
  database: Database,
  migrations: readonly Migration[],
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<void> {
  let isWarned = false
  const waitFor = async (error: unknown) => {
    if (!isWarned) log.warn({ err: error }, 'The database does not answer. Waiting for it.')
    isWarned = true
    await wait(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  while (!signal.aborted) {
    try {
      await database.ping()
    } catch (error) {
      await waitFor(error)
      continue
    }
    try {
      const applied = await database.migrate(migrations)
      if (applied.length > 0) log.info({ applied }, 'The schema was brought up to date.')
      return
    } catch (error) {
      if (!(isConnectionLost(error) || isConnectionLost(causeOf(error)))) throw error
      // Each migration is a transaction of its own: it was applied completely or not at all.
      await waitFor(error)
    }
  }
}

/** Names the migration in the error. */
function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
