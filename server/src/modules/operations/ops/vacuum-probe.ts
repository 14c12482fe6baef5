import type { Incidents } from '#modules/incidents'
import { type Database, measureVacuum, type VacuumReading } from '#platform/db'
import { type Probe, type Problem, secondsBefore } from '#platform/health'
import { type Loop, runEvery, type WorkLog } from '#platform/leases'

export type VacuumLimits = {
  /** Our transactions end within seconds; a report belongs on a replica. */
  readonly snapshotSecondsMax: number
  readonly snapshotTransactionsMax: number
  readonly deadRowsMax: number
}

const usual: VacuumLimits = {
  snapshotSecondsMax: 300,
  snapshotTransactionsMax: 1_000_000,
  deadRowsMax: 100_000,
}

type Parts = {
  readonly database: Database
  readonly now: () => Date
  readonly limits?: VacuumLimits
}

/**
 * Reports whether PostgreSQL can remove the dead rows of queues: each claim steps over the rows that it cannot
 * remove.
 */
export function vacuumProbe({ database, now, limits = usual }: Parts): Probe {
  return {
    name: 'vacuum',
    surfaces: ['ops', 'detailed'],
    headline: 'deadRows',
    read: async () => {
      const reading = await measureVacuum(database.pool, limits.deadRowsMax)
      const { oldestSnapshotSeconds, oldestSnapshotTransactions } = reading
      const { deadRows, deadRowsOf } = reading
      const problems: Problem[] = []
      if (isPinned(reading, limits)) {
        problems.push({
          code: 'platform.snapshot-pinned',
          message: sentenceOf(reading),
          since: secondsBefore(now(), oldestSnapshotSeconds),
          action:
            'End the transaction (pg_terminate_backend) or drop the slot, and run reports on a replica.',
        })
      }
      if (deadRows > 0) {
        problems.push({
          code: 'platform.dead-rows',
          message: `${deadRowsOf} holds ${deadRows} dead rows, which is over a third of it, and was not vacuumed for ten minutes.`,
          since: now().toISOString(),
          action:
            'Check that autovacuum is on and reaches the table. VACUUM of that table ends the problem.',
        })
      }
      return {
        metrics: { oldestSnapshotSeconds, oldestSnapshotTransactions, deadRows },
        problems,
      }
    },
  }
}

const lookEveryMs = 60_000

type Watched = Parts & { readonly incidents: Incidents; readonly log: WorkLog }

/** Reports a snapshot that is held for too long: nothing else does, until everything is slow. */
export function watchVacuum(watched: Watched): Loop {
  return runEvery({
    name: 'platform.watch_vacuum',
    everyMs: lookEveryMs,
    work: vacuumLooker(watched),
    log: watched.log,
  })
}

/** One check. The first one also resolves incidents that an earlier process has raised. */
export function vacuumLooker({ database, incidents, now, limits = usual }: Watched) {
  const facts = { key: 'platform.snapshot-pinned', dedupeKey: 'database' } as const
  let mayBeFiring = true
  return async (): Promise<void> => {
    const reading = await measureVacuum(database.pool, limits.deadRowsMax)
    if (isPinned(reading, limits)) {
      mayBeFiring = true
      const { oldestSnapshotSeconds, oldestSnapshotTransactions, oldestSnapshotOf } = reading
      await database.transaction((tx) =>
        incidents.notify(tx, {
          ...facts,
          severity: 'warning',
          summary: sentenceOf(reading),
          details: { oldestSnapshotSeconds, oldestSnapshotTransactions, oldestSnapshotOf },
          now: now(),
        }),
      )
    } else if (mayBeFiring) {
      await database.transaction((tx) => incidents.resolve(tx, { ...facts, now: now() }))
      mayBeFiring = false
    }
  }
}

function isPinned(reading: VacuumReading, limits: VacuumLimits): boolean {
  return (
    reading.oldestSnapshotSeconds > limits.snapshotSecondsMax ||
    reading.oldestSnapshotTransactions > limits.snapshotTransactionsMax
  )
}

function sentenceOf(reading: VacuumReading): string {
  const { oldestSnapshotSeconds, oldestSnapshotTransactions, oldestSnapshotOf } = reading
  return `Old rows are kept for ${oldestSnapshotOf}: for ${oldestSnapshotSeconds} s, ${oldestSnapshotTransactions} transactions.`
}
