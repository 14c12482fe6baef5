import { randomUUID } from 'node:crypto'
import { after, type Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import type { Log } from '#platform/telemetry'
import { type GaugeRow, putGauges, sumGauges } from './gauge-store.ts'

/** What exists right now, and since when, if that matters. */
export type Gauge = { readonly value: number; readonly since?: Date | undefined }

/**
 * Figures that go up and down, which the health surfaces show as the sum of all processes. Each process writes its own every few
 * seconds while they are not 0. What a process wrote counts for 30 seconds, and no longer once the process has stopped.
 */
export type Gauges = {
  /** Reads this figure of the process from now on. */
  register(name: string, read: () => Gauge): void
  /** The sum over all processes, and the earliest `since` of them. A name that no process has is 0. */
  read<Name extends string>(names: readonly Name[]): Promise<Readonly<Record<Name, Gauge>>>
  close(): Promise<void>
}

type Deps = { readonly database: Database; readonly now: Clock; readonly log: Log }

const pauseMs = 5_000
const expiryMs = 30_000

export function createGauges({ database, now, log }: Deps): Gauges {
  const ownProcess = randomUUID()
  const registered = new Map<string, () => Gauge>()
  let timer: NodeJS.Timeout | undefined
  let hasRows = false
  let writing: Promise<void> = Promise.resolve()

  const write = async (rows: readonly GaugeRow[]) => {
    if (rows.length === 0 && !hasRows) return
    try {
      await putGauges(database.pool, ownProcess, rows, now())
      hasRows = rows.length > 0
    } catch (error) {
      log.warn(
        { err: error },
        'Figures for the health surfaces were not written. They are retried.',
      )
    }
  }
  const flush = () => {
    writing = writing.then(() => write(rowsOf(registered)))
    return writing
  }
  return {
    register: (name, read) => {
      registered.set(name, read)
      timer ??= setInterval(() => void flush(), pauseMs).unref()
    },
    read: async (names) => {
      await flush()
      const rows = await sumGauges(database.pool, names, after(now(), -expiryMs))
      const found = new Map(
        rows.map(({ name, value, since }) => [name, { value, since: since ?? undefined }]),
      )
      return Object.fromEntries(
        names.map((name) => [name, found.get(name) ?? { value: 0 }]),
      ) as never
    },
    close: async () => {
      clearInterval(timer)
      registered.clear()
      await flush()
    },
  }
}

function rowsOf(registered: ReadonlyMap<string, () => Gauge>): GaugeRow[] {
  return [...registered].flatMap(([name, read]) => {
    const { value, since } = read()
    return value === 0 ? [] : [{ name, value, since }]
  })
}
