import { resolve } from 'node:path'
import { readSettings } from '#platform/config'
import { startLocalPostgres } from '#platform/db'
import { platformSettings } from '#platform/deployment'
import { settingsSlices } from '../app/modules.ts'

/**
 * The database for commands that work on it directly: the one that the environment names, or the one that a local start keeps.
 * `name` identifies it.
 */
export async function databaseOf(environment: Readonly<Record<string, string | undefined>>) {
  const reading = readSettings(settingsSlices, environment)
  const [problem] = reading.problems
  if (problem) throw new Error(`${problem.name} ${problem.problem}`)
  const { APP_ENV, DOCUMENT_DB_URL, PURVEYOR_DATA_DIR } = reading.of(platformSettings)
  if (DOCUMENT_DB_URL) {
    return {
      url: DOCUMENT_DB_URL,
      name: 'the database that DOCUMENT_DB_URL names',
      stop: async () => undefined,
    }
  }
  if (APP_ENV !== 'local') throw new Error('DOCUMENT_DB_URL names no database.')
  const { url, stop } = await startLocalPostgres({ dataDir: PURVEYOR_DATA_DIR, log: console })
  return { url, name: `the local database in ${resolve(PURVEYOR_DATA_DIR)}`, stop }
}
