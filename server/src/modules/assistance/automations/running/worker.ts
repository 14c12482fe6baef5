import { after, daysMs } from '#kernel/time'
import { type Loop, processDied, runLoop, type Sweeping, sweepOnce } from '#platform/leases'
import { noticesKeptDays } from '../actions/notice.ts'
import { purgeNotices } from '../actions/notice-store.ts'
import { openDeadLetters } from '../dead-letters/dead-letter-store.ts'
import type { Deps } from '../deps.ts'
import { expireAllHeld } from '../holding/expire-held.ts'
import type { RunRow } from '../tables.ts'
import { releaseNoLongerOff } from '../watch/kill-switch.ts'
import { endAllPaused } from './end-paused.ts'
import { createEngine } from './engine.ts'
import { inBatches } from './in-batches.ts'
import { purgeDone, purgeNotDone } from './purge-store.ts'
import { nameOf } from './record-store.ts'
import { runQueue, runTopic } from './run.ts'
import { toRun } from './run-store.ts'
import { reportDeadLetter } from './settle.ts'

export type AutomationsWorker = { stop(): Promise<void> }

const housekeepingMs = 10_000
const keptDays = 30
/** Runs that end within this time make room together, and need one claim. */
const gatherMs = 20
const purgeMax = 1_000

/** Runs what is due. Any number of processes may run a worker. */
export function startWorker(deps: Deps): AutomationsWorker {
  const engine = createEngine(deps, () => running.ring())
  const running = runLoop({
    name: 'automations.run',
    wake: deps.wake,
    topics: [runTopic],
    work: engine.turn,
    gatherMs,
    log: deps.log,
  })
  const loops: Loop[] = [
    running,
    runLoop({
      name: 'automations.housekeeping',
      idleMsMin: housekeepingMs,
      idleMsMax: housekeepingMs,
      work: async () => ((await keepHouse(deps)) ? 1 : 0),
      log: deps.log,
    }),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await engine.stop()
    },
  }
}

/** Returns runs whose worker died, expires held runs and deletes old ones. Returns whether there is more. */
export async function keepHouse(deps: Deps): Promise<boolean> {
  const now = deps.now()
  const { pool } = deps.database
  await sweepOnce(deps.database, runSweeping(deps), now, deps.log)
  await releaseNoLongerOff(deps)
  await endAllPaused(deps)
  const done = [
    await expireAllHeld(deps),
    await inBatches((limit) => purgeNotDone(pool, after(now, -daysMs(1)), limit), purgeMax),
    await inBatches((limit) => purgeDone(pool, after(now, -daysMs(keptDays)), limit), purgeMax),
    await inBatches(
      (limit) => purgeNotices(pool, after(now, -daysMs(noticesKeptDays)), limit),
      purgeMax,
    ),
  ]
  return done.some(({ isMore }) => isMore)
}

export function runSweeping(deps: Deps): Sweeping {
  return {
    queue: runQueue,
    onSwept: async (tx, { exhausted }, now) => {
      const runs = exhausted.map((row) => toRun(row as RunRow))
      await openDeadLetters(tx, runs, now)
      for (const run of runs) {
        const automationName = await nameOf(tx, run.companyId, run.automationId)
        const reason = run.reason === processDied ? processDied : 'interrupted'
        await reportDeadLetter(deps, tx, { run, automationName, reason, now })
      }
    },
  }
}
