import { readFile } from 'node:fs/promises'
import { type Database, sql } from '../../server/src/platform/db/index.ts'

/** Milliseconds of processor time that each process of a PostgreSQL on this machine has had, by its number. */
export type PostgresCpu = ReadonlyMap<number, number>

/** Those in the background included. Empty where the system does not say. */
export async function readPostgresCpu({ pool }: Database): Promise<PostgresCpu> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(pool)
  const spent = new Map<number, number>()
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => undefined)
    if (text !== undefined) spent.set(pid, Number(text.split(' ')[0]) / 1e6)
  }
  return spent
}

/** Since an earlier reading; what a process used that has ended since is not among it. */
export function spentSince(before: PostgresCpu, after: PostgresCpu): number | undefined {
  if (after.size === 0) return undefined
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
