import { readFile } from 'node:fs/promises'
import { type Database, sql } from '../../server/src/platform/db/index.ts'

/**
 * Milliseconds of processor time that the processes of a PostgreSQL on this machine have had, those in the background
 * included. Undefined where the system does not say. What a process used that has ended since is not among it.
 */
export async function postgresCpuMs({ pool }: Database): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(pool)
  let spent = 0
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    spent += Number(text.split(' ')[0]) / 1e6
  }
  return spent > 0 ? spent : undefined
}
