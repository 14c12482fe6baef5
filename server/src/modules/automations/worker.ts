import { after, daysMs } from '#kernel/time'
import { type Loop, runLoop, type Sweeping, sweepOnce } from '#platform/leases'
import { forgetOutcomes } from './dead-letter-store.ts'
import type { Deps } from './deps.ts'
import { turn } from './engine.ts'
import { releaseNoLongerOff } from './kill-switch.ts'
import { purgeRuns } from './metrics-store.ts'
import { noticesKeptDays } from './notice.ts'
import { purgeNotices } from './notice-store.ts'
import { nameOf } from './record-store.ts'
import { runQueue, runTopic } from './run.ts'
import { toRun } from './run-store.ts'
import { tellDeadLetter } from './settle.ts'
import type { RunRow } from './tables.ts'

export type AutomationsWorker = { stop(): Promise<void> }

const housekeepingMs = 10_000
const keptDays = 30
const purgeMax = 1_000

/** Runs what is due. Any number of processes may run one. */
export function startWorker(deps: Deps): AutomationsWorker {
  const loops: Loop[] = [
    runLoop({
      name: 'automations.run',
      wake: deps.wake,
      topics: [runTopic],
      work: (signal) => turn(deps, signal),
      log: deps.log,
    }),
    runLoop({
      name: 'automations.housekeeping',
      idleMsMin: housekeepingMs,
      idleMsMax: housekeepingMs,
      work: async () => {
        await keepHouse(deps)
        return 0
      },
      log: deps.log,
    }),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await deps.evaluator.close()
    },
  }
}

/** Puts back what lost its worker, and forgets what is old. */
export async function keepHouse(deps: Deps): Promise<void> {
  const now = deps.now()
  await sweepOnce(deps.database, sweepingOf(deps), now, deps.log)
  await releaseNoLongerOff(deps)
  const ages = { skippedBefore: after(now, -daysMs(1)), before: after(now, -daysMs(keptDays)) }
  await purgeRuns(deps.database.pool, ages, purgeMax)
  await purgeNotices(deps.database.pool, after(now, -daysMs(noticesKeptDays)), purgeMax)
}

function sweepingOf(deps: Deps): Sweeping {
  return {
    queue: runQueue,
    onSwept: async (tx, { exhausted }, now) => {
      const runs = exhausted.map((row) => toRun(row as RunRow))
      await forgetOutcomes(tx, runs)
      for (const run of runs) {
        const automationName = await nameOf(tx, run.companyId, run.automationId)
        await tellDeadLetter(deps, tx, { run, automationName, reason: 'interrupted', now })
      }
    },
  }
}
