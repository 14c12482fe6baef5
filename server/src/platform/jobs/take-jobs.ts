import { aloneOf, claim, leaseFor } from '#platform/leases'
import type { Hands } from './hands.ts'
import type { JobHandler } from './job.ts'
import { type RunDeps, runJob } from './run-job.ts'
import { type ClaimedJob, namesWithWork, queueOf } from './store.ts'

export type TakeDeps = RunDeps & {
  /** The handlers, by the name of their job. */
  readonly handlers: ReadonlyMap<string, JobHandler>
  readonly hands: Hands
  /** Kinds with a job that is worked on alone. No other job of such a kind starts beside it. */
  readonly aloneKinds: Set<string>
  /** Aborted when the process stops. */
  readonly stopping: () => AbortSignal
}

/**
 * Claims jobs that are due while there is a free hand, from each kind in turn. Starts the jobs without waiting for them, and
 * returns how many it started.
 */
export async function takeJobs(deps: TakeDeps): Promise<number> {
  const { database, now, handlers, hands, aloneKinds } = deps
  if (hands.free() <= 0) return 0
  const names = await namesWithWork(database.pool, [...handlers.keys()], now())
  let taken = 0
  for (const [index, name] of shuffle(names).entries()) {
    const handler = handlers.get(name)
    const fairShare = Math.ceil(hands.free() / (names.length - index))
    const share = Math.min(fairShare, hands.freeFor(name))
    if (!handler || share <= 0 || aloneKinds.has(name)) continue
    const isForAlone = await aloneOf(deps, queueOf(handler.job)).waits()
    taken += isForAlone ? takeAlone(deps, handler) : await takeShare(deps, handler, share)
  }
  return taken
}

async function takeShare(deps: TakeDeps, handler: JobHandler, share: number): Promise<number> {
  const { database, now, hands, stopping } = deps
  const queue = queueOf(handler.job)
  const lease = leaseFor(queue, now())
  const claimed = await database.transaction((tx) =>
    claim<ClaimedJob>(tx, queue, lease, now(), share),
  )
  for (const job of claimed) hands.take(job.name, runJob(deps, handler, job, lease, stopping()))
  return claimed.length
}

/** A job over which processes have died is worked on alone. It waits while other jobs of its kind run. */
function takeAlone(deps: TakeDeps, handler: JobHandler): number {
  const { database, now, hands, aloneKinds, stopping } = deps
  const { name } = handler.job
  if (hands.isBusyWith(name)) return 0
  const queue = queueOf(handler.job)
  aloneKinds.add(name)
  const work = aloneOf(deps, queue).work<ClaimedJob>(
    (lease) => claim<ClaimedJob>(database.pool, queue, lease, now(), 1, { isAlone: true }),
    (claimed, lease) => runJob(deps, handler, claimed, lease, stopping()),
  )
  hands.take(
    name,
    work.finally(() => aloneKinds.delete(name)),
  )
  return 1
}

/** Without a random order, the same kind would always come last when hands are few. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
