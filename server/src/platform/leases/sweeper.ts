import type { Database, Tx } from '#platform/db'
import { endOrphaned } from './orphans.ts'
import type { Queue } from './queue.ts'
import { runEvery } from './run-every.ts'
import type { Loop, WorkLog } from './run-loop.ts'
import { type Swept, sweep } from './sweep.ts'

export type Sweeping = {
  readonly queue: Queue
  /** Further changes in the same transaction, after rows were put back or given up. */
  readonly onSwept?: (tx: Tx, swept: Swept<Record<string, unknown>>, now: Date) => Promise<void>
}

/** Any number of processes may sweep: a row that one of them reads is skipped by the others. */
export function runSweeper(options: {
  readonly database: Database
  readonly sweepings: readonly Sweeping[]
  readonly now: () => Date
  readonly log: WorkLog
  readonly everyMs?: number
}): Loop {
  return runEvery({
    name: 'leases.sweeper',
    everyMs: options.everyMs ?? 10_000,
    log: options.log,
    work: async () => {
      for (const sweeping of options.sweepings) {
        // A table that cannot be swept must not delay the others.
        await sweepOnce(options.database, sweeping, options.now(), options.log).catch((error) =>
          options.log.error({ err: error, queue: sweeping.queue.table }, 'A sweep failed.'),
        )
      }
    },
  })
}

/** One pass over one queue. Returns how many rows it put back or gave up. */
export async function sweepOnce(
  database: Database,
  { queue, onSwept }: Sweeping,
  now: Date,
  log: WorkLog,
): Promise<number> {
  await endOrphanedOnce(database, queue, now, log)
  const { returned, exhausted } = await database.transaction(async (tx) => {
    const swept = await sweep<Record<string, unknown>>(tx, queue, now)
    if (swept.returned.length + swept.exhausted.length > 0) await onSwept?.(tx, swept, now)
    return swept
  })
  const count = returned.length + exhausted.length
  if (count > 0) {
    const fields = { queue: queue.table, returned: returned.length, exhausted: exhausted.length }
    log.warn(fields, 'Leases ran out.')
  }
  return count
}

/** The queues that this process has checked for leases that its predecessor left. */
const checkedQueues = new WeakMap<Database, Set<string>>()

async function endOrphanedOnce(
  database: Database,
  queue: Queue,
  now: Date,
  log: WorkLog,
): Promise<void> {
  const checked = checkedQueues.get(database) ?? new Set()
  const name = `${queue.table} ${queue.only?.value ?? ''}`
  if (checked.has(name)) return
  const ended = await endOrphaned(database.pool, queue, now)
  checkedQueues.set(database, checked.add(name))
  if (ended > 0) {
    log.warn({ queue: queue.table, ended }, 'The leases of a process that has died were ended.')
  }
}
