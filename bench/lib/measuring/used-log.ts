import { type Database, sql } from '../../../server/src/platform/db/index.ts'

const megabyte = 2 ** 20
/** Above this PostgreSQL would start a checkpoint of its own. */
const megabytesMax = 480

/**
 * Writes this much WAL, as in a database that has been in use: PostgreSQL recycles WAL files, and only a new database
 * has to create them first, which would be a tenth of the work of an import. Does nothing if the user has no
 * permission.
 */
export async function useLog({ pool }: Database, bytes: number): Promise<void> {
  const megabytes = Math.min(Math.ceil(bytes / megabyte), megabytesMax)
  const text = 'x'.repeat(megabyte)
  try {
    for (let made = 0; made < megabytes; made += 1) {
      await sql`select pg_logical_emit_message(false, 'bench', ${text})`.execute(pool)
    }
    await sql`checkpoint`.execute(pool)
  } catch {
    // The database is measured as it is.
  }
}
