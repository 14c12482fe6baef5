import { readSettings } from '#platform/config'
import { startLocalPostgres } from '#platform/db'
import { platformSettings, settingsSlices } from '../settings.ts'

/** For what is done at the database itself: the one that is named, or the one that a local start keeps. */
export async function databaseOf(environment: Readonly<Record<string, string | undefined>>) {
  const reading = readSettings(settingsSlices, environment)
  const [problem] = reading.problems
  if (problem) throw new Error(`${problem.name} ${problem.problem}`)
  const { APP_ENV, DOCUMENT_DB_URL, PURVEYOR_DATA_DIR } = reading.of(platformSettings)
  if (DOCUMENT_DB_URL) return { url: DOCUMENT_DB_URL, stop: async () => undefined }
  if (APP_ENV !== 'local') throw new Error('DOCUMENT_DB_URL names no database.')
  return startLocalPostgres({ dataDir: PURVEYOR_DATA_DIR, log: console })
}
