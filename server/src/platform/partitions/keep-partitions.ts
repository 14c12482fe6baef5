import { timeOfId } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import type { Conn, Database } from '#platform/db'
import type { WorkLog } from '#platform/leases'
import { dayNameOf, dayOfName, rangeOf, startOfDay } from './day.ts'
import {
  addPartition,
  countStrays,
  dropPartition,
  firstStray,
  listPartitions,
} from './partition-store.ts'
import type { Partitioned } from './partitioned.ts'

/** Partitions are made so many days ahead. The scheduled job may fail for so long before rows go to the default partition. */
export const daysAhead = 7

/** The most days that one run moves out of the default partition. */
const strayDaysMax = 60

export type Kept = { readonly made: number; readonly dropped: number; readonly needed: string[] }

type Deps = { readonly database: Database; readonly log: WorkLog }

/**
 * Makes the partitions of the next days and of the rows in the default partition, and drops the days whose retention is over. Any
 * number of processes may run it at any time. What a run cannot do, because it did not get a lock or a reader has not passed a
 * day, it logs and leaves to the next run.
 */
export async function keepPartitions(
  { database, log }: Deps,
  tables: readonly Partitioned[],
  now: Date,
): Promise<Kept> {
  const kept = { made: 0, dropped: 0, needed: [] as string[] }
  for (const partitioned of tables) {
    try {
      kept.made += await makeAhead(database, partitioned, now)
      kept.made += await takeStrays(database, partitioned)
      const { dropped, needed } = await dropOld(database, partitioned, now)
      kept.dropped += dropped
      kept.needed.push(...needed)
    } catch (error) {
      log.warn({ err: error, table: partitioned.table }, 'The parts of a table were not all kept.')
    }
  }
  if (kept.needed.length > 0) log.warn({ needed: kept.needed }, 'Old days are still needed.')
  return kept
}

/** The state of the partitions, for the health surfaces. */
export async function measurePartitions(
  conn: Conn,
  tables: readonly Partitioned[],
  now: Date,
): Promise<{ readonly daysAhead: number; readonly strays: number }> {
  const today = startOfDay(now)
  let ahead = Number.POSITIVE_INFINITY
  let strays = 0
  for (const partitioned of tables) {
    const names = new Set(await listPartitions(conn, partitioned))
    const short = partitioned.table.slice(partitioned.table.indexOf('.') + 1)
    let days = 0
    while (names.has(`${short}_d${dayNameOf(after(today, daysMs(days + 1)))}`)) days += 1
    ahead = Math.min(ahead, days)
    strays += await countStrays(conn, partitioned)
  }
  return { daysAhead: Number.isFinite(ahead) ? ahead : 0, strays }
}

async function makeAhead(database: Database, partitioned: Partitioned, now: Date): Promise<number> {
  const there = new Set(
    (await listPartitions(database.pool, partitioned)).map((name) => name.slice(-8)),
  )
  let made = 0
  for (let days = 0; days <= daysAhead; days += 1) {
    const range = rangeOf(partitioned, after(startOfDay(now), daysMs(days)))
    if (there.has(range.day)) continue
    if ((await addPartition(database, partitioned, range)) !== undefined) made += 1
  }
  return made
}

/** Moves rows that came before their day had a partition: makes the partition and moves the rows there. */
async function takeStrays(database: Database, partitioned: Partitioned): Promise<number> {
  let from = ''
  for (let made = 0; made < strayDaysMax; made += 1) {
    const stray = await firstStray(database.pool, partitioned, from)
    if (stray === undefined) return made
    const range = rangeOf(partitioned, timeOfId(stray))
    await addPartition(database, partitioned, range)
    from = range.to
  }
  return strayDaysMax
}

async function dropOld(database: Database, partitioned: Partitioned, now: Date) {
  const oldest = after(startOfDay(now), -daysMs(partitioned.keepDays))
  const needed: string[] = []
  let dropped = 0
  for (const name of await listPartitions(database.pool, partitioned)) {
    const day = dayOfName(name)
    if (!day || day >= oldest) continue
    const need = await dropPartition(database, partitioned, rangeOf(partitioned, day), now)
    if (need === undefined) dropped += 1
    else needed.push(`${name}: ${need}`)
  }
  return { dropped, needed }
}
