import { after, type Clock, hoursMs } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Log } from '#platform/telemetry'
import {
  addTallies,
  listSlots,
  sumTallies,
  sumTalliesByHour,
  type TallyRow,
} from './tally-store.ts'

/** How often something happened, and the sum of the observed values: milliseconds or products, for example. */
export type Tally = { readonly count: number; readonly sum: number }

/**
 * Counts and sums over the last 24 hours, which the health surfaces show. All processes share them, and a restart loses none:
 * each process writes what it counted every few seconds and when it stops. A killed process loses the seconds since then.
 */
export type Tallies = {
  /** Counts one event and adds its value to the sum. It writes nothing itself and never fails. */
  add(name: string, value?: number): void
  /** The last 24 hours of each name, or the last so many milliseconds, to five minutes. A name without events is 0. */
  read<Name extends string>(
    names: readonly Name[],
    milliseconds?: number,
  ): Promise<Readonly<Record<Name, Tally>>>
  /** The hours of the last 24 that have events, oldest first. */
  hourly(name: string): Promise<readonly (Tally & { readonly startsAt: Date })[]>
  /** The same by slots of five minutes: those that began within so many milliseconds and have events, oldest first. */
  slots(
    name: string,
    milliseconds: number,
  ): Promise<readonly (Tally & { readonly startsAt: Date })[]>
  /** Writes what this process has counted. A failure keeps it for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Deps = { readonly database: Database; readonly now: Clock; readonly log: Log }

const slotMs = 5 * 60_000
const dayMs = hoursMs(24)
const pauseMs = 5_000

export function createTallies({ database, now, log }: Deps): Tallies {
  let counted = new Map<string, TallyRow>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const merge = ({ name, startsAt, count, sum }: TallyRow) => {
    const key = `${startsAt.getTime()} ${name}`
    const before = counted.get(key)
    const row = {
      name,
      startsAt,
      count: count + (before?.count ?? 0),
      sum: sum + (before?.sum ?? 0),
    }
    counted.set(key, row)
    timer ??= setTimeout(() => void flush(), pauseMs).unref()
  }
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counted.values()]
    counted = new Map()
    if (rows.length === 0) return
    try {
      await addTallies(database.pool, rows)
    } catch (error) {
      log.warn(
        { err: error },
        'Counts for the health surfaces were not written. They wait for the next attempt.',
      )
      for (const row of rows) merge(row)
    }
  }
  // One after the other: a read that follows a flush sees all that was counted before it.
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const since = (milliseconds: number) => after(now(), -milliseconds)

  return {
    add: (name, value = 1) => {
      const startsAt = new Date(Math.floor(now().getTime() / slotMs) * slotMs)
      merge({ name, startsAt, count: 1, sum: value })
    },
    read: async (names, milliseconds = dayMs) => {
      await flush()
      const rows = await sumTallies(database.pool, names, since(milliseconds))
      const found = new Map(rows.map(({ name, count, sum }) => [name, { count, sum }]))
      const none = { count: 0, sum: 0 }
      return Object.fromEntries(names.map((name) => [name, found.get(name) ?? none])) as never
    },
    hourly: async (name) => {
      await flush()
      const rows = await sumTalliesByHour(database.pool, name, since(dayMs))
      return rows.map(({ startsAt, count, sum }) => ({ startsAt, count, sum }))
    },
    slots: async (name, milliseconds) => {
      await flush()
      const rows = await listSlots(database.pool, name, since(milliseconds))
      return rows.map(({ startsAt, count, sum }) => ({ startsAt, count, sum }))
    },
    flush,
    close: flush,
  }
}
