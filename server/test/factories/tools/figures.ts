import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { createGauges, createTallies, type Gauges, type Tallies } from '#platform/tallies'
import { createLog } from '#platform/telemetry'

export type Figures = { readonly tallies: Tallies; readonly gauges: Gauges }

/** The figures of one process, which it shares with the others on its database. */
export function figuresOf(database: Database, now: Clock): Figures {
  const log = createLog({ level: 'silent' })
  return {
    tallies: createTallies({ database, now, log }),
    gauges: createGauges({ database, now, log }),
  }
}
