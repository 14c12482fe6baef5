import { readFile } from 'node:fs/promises'
import { type Database, sql } from '../../../server/src/platform/db/index.ts'

/** Milliseconds of processor time of each PostgreSQL process on this machine, by process id. */
export type PostgresCpu = ReadonlyMap<number, number>

/** Includes background processes. Empty if the system does not report it. */
export async function readPostgresCpu({ pool }: Database): Promise<PostgresCpu> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(pool)
  const spent = new Map<number, number>()
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined)
    if (text !== undefined) spent.set(pid, Number(text.split(' ')[0]) / 1e6)
  }
  return spent
}

/** The time since an earlier reading, without processes that have ended since. */
export function spentSince(before: PostgresCpu, after: PostgresCpu): number | undefined {
  if (after.size === 0) return undefined
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
