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

/** Parts that are there before their day: so long may the keeper be away before rows lie in the default part. */
export const daysAhead = 7

/** Days that are made of what lies in the default part, in one run. */
const strayDaysMax = 60

export type Kept = { readonly made: number; readonly dropped: number; readonly needed: string[] }

type Deps = { readonly database: Database; readonly log: WorkLog }

/**
 * Makes the parts of the days to come and of what lies in the default part, and drops those whose time is over. Any
 * number of processes may run it, as often as they like. What cannot be done now, because a lock could not be had or
 * because a reader has not passed a day, is left for the next run and said.
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
  if (kept.needed.length > 0) log.warn({ needed: kept.needed }, 'Old days are needed still.')
  return kept
}

/** Where the keeper stands, for the operators' surfaces. */
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

/** What came while its day had no part: the day gets one, and the rows go there. */
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
