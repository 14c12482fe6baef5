import { type Database, sql } from '../../server/src/platform/db/index.ts'

const megabyte = 2 ** 20
/** Beyond it PostgreSQL would begin a checkpoint of its own. */
const megabytesMax = 480

/**
 * Leaves so many bytes of log behind, as a database has them that has been in use: PostgreSQL writes its log into files of
 * before, and only a new database has to make them first, which would be a tenth of the work of an import. Does nothing on a
 * database whose user may not.
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
    // It is measured as it is.
  }
}
