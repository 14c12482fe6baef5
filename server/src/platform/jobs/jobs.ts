import assert from 'node:assert/strict'
import type { Database } from '#platform/db'
import {
  aloneOf,
  claim,
  depth,
  type Lease,
  type Loop,
  leaseFor,
  oldestAge,
  runLoop,
  type Sweeping,
  type WorkLog,
} from '#platform/leases'
import type { Wake } from '#platform/wake'
import { fireSchedules } from './fire.ts'
import type { JobHandler } from './job.ts'
import { runJob } from './run-job.ts'
import type { Schedule } from './schedule.ts'
import { type ClaimedJob, insertSchedules, namesWithWork, queueOf } from './store.ts'
import { jobsTopic } from './topic.ts'
import { type JobWatch, nobodyWatches, tellSwept } from './watch.ts'

export type JobsOptions = {
  readonly database: Database
  readonly handlers: readonly JobHandler[]
  readonly schedules?: readonly Schedule[]
  readonly wake: Wake
  readonly now: () => Date
  readonly log: WorkLog
  /** Told of what is given up, and of what fails again and again. */
  readonly watch?: JobWatch
  /** Jobs that this process works on at once. */
  readonly concurrency?: number
}

export type JobBacklog = {
  readonly job: string
  readonly depth: number
  readonly oldestAgeSeconds: number
}

export type Jobs = {
  start(): void
  /** Takes no more, tells the running ones to stop, and resolves when they have. */
  stop(): Promise<void>
  /** For tests: fires what is due and runs jobs until none is due, and returns how many ran. */
  drain(): Promise<number>
  /** What the sweeper has to look after. */
  readonly sweepings: readonly Sweeping[]
  backlog(): Promise<JobBacklog[]>
}

/** What is enqueued within it, and what ends and makes room, is one look. */
const gatherMs = 10

/** Runs jobs and fires schedules. Any number of processes may: a row is taken by one of them. */
export function createJobs(options: JobsOptions): Jobs {
  const { database, schedules = [], wake, now, log, concurrency = 8 } = options
  const { watch = nobodyWatches } = options
  const scheduledKinds = new Set(schedules.map(({ job }) => job.name))
  const handlers = new Map(options.handlers.map((handler) => [handler.job.name, handler]))
  assert.equal(handlers.size, options.handlers.length, 'two handlers are for the same job')
  for (const { name, job } of schedules) {
    assert(handlers.has(job.name), `${name} enqueues ${job.name}, which nobody handles`)
    assert(job.poison === 'retried_slowly', `${job.name} has a schedule and is never set aside`)
  }

  /** What runs, and which kind it is. */
  const running = new Map<Promise<void>, string>()
  // A quarter of the hands stays free of any one kind: while that kind is slow, the others go on.
  const kindMax = handlers.size > 1 ? Math.max(1, Math.floor(concurrency * 0.75)) : concurrency
  let stopping = new AbortController()
  let loops: Loop[] = []
  let scheduled: Promise<void> | undefined

  const runs = { database, now, log, watch, scheduled: scheduledKinds }

  const keep = (name: string, one: Promise<unknown>) => {
    const done = one.then(
      () => undefined,
      (err: unknown) => log.error({ err, job: name }, 'A job could not be claimed.'),
    )
    const ended: Promise<void> = done.finally(() => {
      running.delete(ended)
      for (const loop of loops) loop.ring()
    })
    running.set(ended, name)
  }

  const run = (handler: JobHandler, claimed: ClaimedJob, lease: Lease) =>
    keep(claimed.name, runJob(runs, handler, claimed, lease, stopping.signal))

  /** Kinds of which a job is worked on alone: no other of the kind is started beside it. */
  const alone = new Set<string>()
  const runAlone = (handler: JobHandler) => {
    const { job } = handler
    const queue = queueOf(job)
    alone.add(job.name)
    const one = aloneOf(options, queue).work<ClaimedJob>(
      (lease) => claim<ClaimedJob>(database.pool, queue, lease, now(), 1, { isAlone: true }),
      (claimed, lease) => runJob(runs, handler, claimed, lease, stopping.signal),
    )
    keep(
      job.name,
      one.finally(() => alone.delete(job.name)),
    )
  }

  /** Takes what is due while there is a free hand, from each kind in its turn. Does not wait for what it started. */
  const takeJobs = async (): Promise<number> => {
    if (running.size >= concurrency) return 0
    const names = await namesWithWork(database.pool, [...handlers.keys()], now())
    let taken = 0
    for (const [index, name] of shuffled(names).entries()) {
      const handler = handlers.get(name)
      const fairShare = Math.ceil((concurrency - running.size) / (names.length - index))
      const share = Math.min(fairShare, kindMax - countOf(running.values(), name))
      if (!handler || share <= 0 || alone.has(name)) continue
      if (await aloneOf(options, queueOf(handler.job)).waits()) {
        if (countOf(running.values(), name) > 0) continue
        runAlone(handler)
        taken += 1
        continue
      }
      const lease = leaseFor(queueOf(handler.job), now())
      const claimed = await database.transaction((tx) =>
        claim<ClaimedJob>(tx, queueOf(handler.job), lease, now(), share),
      )
      for (const job of claimed) run(handler, job, lease)
      taken += claimed.length
    }
    return taken
  }

  const fire = async (): Promise<number> => {
    scheduled ??= insertSchedules(database.pool, schedules, now()).catch((error) => {
      scheduled = undefined
      throw error
    })
    await scheduled
    return fireSchedules(database, schedules, now())
  }

  return {
    start: () => {
      assert(loops.length === 0, 'the jobs run already')
      stopping = new AbortController()
      loops = [
        runLoop({ name: 'jobs', wake, topics: [jobsTopic], gatherMs, work: takeJobs, log }),
        runLoop({ name: 'schedules', idleMsMax: 1_000, work: fire, log }),
      ]
    },
    stop: async () => {
      const stopped = loops.map((loop) => loop.stop())
      stopping.abort()
      await Promise.all(stopped)
      await Promise.all(running.keys())
      loops = []
    },
    drain: async () => {
      await fire()
      let total = 0
      for (;;) {
        const taken = await takeJobs()
        await Promise.all(running.keys())
        if (taken === 0) return total
        total += taken
      }
    },
    sweepings: options.handlers.map(({ job }) => ({
      queue: queueOf(job),
      onSwept: (tx, swept, at) => tellSwept(watch, tx, swept, at),
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

function countOf(names: Iterable<string>, name: string): number {
  let count = 0
  for (const one of names) if (one === name) count += 1
  return count
}

/** So that with few hands no kind always comes last. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
