import { randomBytes } from 'node:crypto'
import { registerOperator } from '#modules/identity'
import { openDatabase, readMigrations } from '#platform/db'
import { databaseOf } from './database-of.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Operator = { readonly email: string; readonly name: string }

/**
 * Creates no password when the address already has an account. A new password is shown here and nowhere else. `place` is the
 * database.
 */
export async function createOperator(
  environment: Environment,
  { email, name }: Operator,
): Promise<{ readonly password: string | undefined; readonly place: string }> {
  const { url, name: place, stop } = await databaseOf(environment)
  const database = openDatabase({ url, poolMax: 2, statementTimeoutMs: 60_000 })
  try {
    await database.ping().catch((error: Error) => {
      throw new Error(`There is no answer from ${place}: ${error.message}`, { cause: error })
    })
    await database.migrate(await readMigrations())
    const password = randomBytes(18).toString('base64url')
    const id = await registerOperator(database, { email, name, password }, new Date())
    return { password: id && password, place }
  } finally {
    await database.close()
    await stop()
  }
}
