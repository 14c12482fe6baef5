import assert from 'node:assert/strict'
import type { Database } from '#platform/db'
import { depth, type Loop, oldestAge, runLoop, type Sweeping, type WorkLog } from '#platform/leases'
import type { Wake } from '#platform/wake'
import { fireSchedules } from './fire.ts'
import { createHands } from './hands.ts'
import type { JobHandler } from './job.ts'
import type { Schedule } from './schedule.ts'
import { insertSchedules, queueOf } from './store.ts'
import { type TakeDeps, takeJobs } from './take-jobs.ts'
import { jobsTopic } from './topic.ts'
import { type JobWatch, nobodyWatches, reportSwept } from './watch.ts'

export type JobsOptions = {
  readonly database: Database
  readonly handlers: readonly JobHandler[]
  readonly schedules?: readonly Schedule[]
  readonly wake: Wake
  readonly now: () => Date
  readonly log: WorkLog
  /** Called for jobs that are given up, and for jobs that fail again and again. */
  readonly watch?: JobWatch
  /** The most jobs that this process works on at once. */
  readonly concurrency?: number
}

export type JobBacklog = {
  readonly job: string
  readonly depth: number
  readonly oldestAgeSeconds: number
}

export type Jobs = {
  start(): void
  /** Takes no more jobs, tells the running ones to stop, and resolves when they have stopped. */
  stop(): Promise<void>
  /** For tests: fires what is due and runs jobs until none is due, and returns how many ran. */
  drain(): Promise<number>
  /** The queues that the sweeper looks after. */
  readonly sweepings: readonly Sweeping[]
  backlog(): Promise<JobBacklog[]>
}

/** All jobs that are enqueued, or end and free a hand, within this time share one claim. */
const gatherMs = 10

/**
 * Runs jobs and fires schedules. Any number of processes may do so, and one of them gets each row. Two loops do it: one claims
 * jobs (`takeJobs`) and hands them to the free hands (`Hands`), the other enqueues the jobs of schedules that are due.
 */
export function createJobs(options: JobsOptions): Jobs {
  const { database, schedules = [], wake, now, log, concurrency = 8 } = options
  const { watch = nobodyWatches } = options
  const handlers = handlersByName(options.handlers)
  assertScheduledAreHandled(schedules, handlers)

  let stopping = new AbortController()
  let loops: Loop[] = []
  const ringLoops = () => {
    for (const loop of loops) loop.ring()
  }
  const hands = createHands({ concurrency, kinds: handlers.size, log, onFreed: ringLoops })
  const taking: TakeDeps = {
    ...{ database, now, log, watch, handlers, hands },
    scheduled: new Set(schedules.map(({ job }) => job.name)),
    aloneKinds: new Set(),
    stopping: () => stopping.signal,
  }
  const take = () => takeJobs(taking)
  const fire = createFiring(database, schedules, now)

  return {
    start: () => {
      assert(loops.length === 0, 'the jobs run already')
      stopping = new AbortController()
      loops = [
        runLoop({ name: 'jobs', wake, topics: [jobsTopic], gatherMs, work: take, log }),
        runLoop({ name: 'schedules', idleMsMax: 1_000, work: fire, log }),
      ]
    },
    stop: async () => {
      const stopped = loops.map((loop) => loop.stop())
      stopping.abort()
      await Promise.all(stopped)
      await hands.allEnded()
      loops = []
    },
    drain: async () => {
      await fire()
      let total = 0
      for (;;) {
        const taken = await take()
        await hands.allEnded()
        if (taken === 0) return total
        total += taken
      }
    },
    sweepings: options.handlers.map(({ job }) => ({
      queue: queueOf(job),
      onSwept: (tx, swept, at) => reportSwept(watch, tx, swept, at),
    })),
    backlog: () =>
      Promise.all(
        options.handlers.map(async ({ job }) => ({
          job: job.name,
          depth: await depth(database.pool, queueOf(job)),
          oldestAgeSeconds: await oldestAge(database.pool, queueOf(job), now()),
        })),
      ),
  }
}

function handlersByName(handlers: readonly JobHandler[]): ReadonlyMap<string, JobHandler> {
  const byName = new Map(handlers.map((handler) => [handler.job.name, handler]))
  assert.equal(byName.size, handlers.length, 'two handlers are for the same job')
  return byName
}

function assertScheduledAreHandled(
  schedules: readonly Schedule[],
  handlers: ReadonlyMap<string, JobHandler>,
): void {
  for (const { name, job } of schedules) {
    assert(handlers.has(job.name), `${name} enqueues ${job.name}, which nobody handles`)
    assert(job.poison === 'retried_slowly', `${job.name} has a schedule and is never set aside`)
  }
}

/** Enqueues the jobs of the schedules that are due, and returns how many schedules were due. */
function createFiring(database: Database, schedules: readonly Schedule[], now: () => Date) {
  let inserted: Promise<void> | undefined
  return async (): Promise<number> => {
    inserted ??= insertSchedules(database.pool, schedules, now()).catch((error) => {
      inserted = undefined
      throw error
    })
    await inserted
    return fireSchedules(database, schedules, now())
  }
}
