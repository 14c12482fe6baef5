import { randomBytes } from 'node:crypto'
import { registerOperator } from '#modules/identity'
import { readSettings } from '#platform/config'
import { openDatabase, readMigrations, startLocalPostgres } from '#platform/db'
import { platformSettings, settingsSlices } from '../settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Operator = { readonly email: string; readonly name: string }

/** Undefined when the address has an account already. The password is shown here and nowhere else. */
export async function createOperator(
  environment: Environment,
  { email, name }: Operator,
): Promise<{ readonly password: string } | undefined> {
  const { url, stop } = await databaseOf(environment)
  const database = openDatabase({ url, poolMax: 2, statementTimeoutMs: 60_000 })
  try {
    await database.migrate(await readMigrations())
    const password = randomBytes(18).toString('base64url')
    const id = await registerOperator(database, { email, name, password }, new Date())
    return id && { password }
  } finally {
    await database.close()
    await stop()
  }
}

/** The one that is named, or the one that a local start keeps. */
async function databaseOf(environment: Environment) {
  const reading = readSettings(settingsSlices, environment)
  const [problem] = reading.problems
  if (problem) throw new Error(`${problem.name} ${problem.problem}`)
  const { APP_ENV, DOCUMENT_DB_URL, PURVEYOR_DATA_DIR } = reading.of(platformSettings)
  if (DOCUMENT_DB_URL) return { url: DOCUMENT_DB_URL, stop: async () => undefined }
  if (APP_ENV !== 'local') throw new Error('DOCUMENT_DB_URL names no database.')
  return startLocalPostgres({ dataDir: PURVEYOR_DATA_DIR, log: console })
}
