import { after, secondsMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { finish, type Lease, release, type WorkLog } from '#platform/leases'
import { deleteSettled, lockKind } from './given-up-store.ts'
import type { JobHandler } from './job.ts'
import { type ClaimedJob, deleteDone, queueOf } from './store.ts'
import { failingAt, type JobWatch, reportIfWell } from './watch.ts'

export type RunDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly log: WorkLog
  readonly watch: JobWatch
  /** The kinds of jobs that a schedule enqueues. A success settles equal jobs that were given up before. */
  readonly scheduled: ReadonlySet<string>
}

const retryMsMin = 2_000
const retryMsMax = 3_600_000

/**
 * Runs one claimed job and stores how it ended. Never throws: if it cannot write the end, the end of the lease will free the job.
 */
export async function runJob(
  deps: RunDeps,
  handler: JobHandler,
  claimed: ClaimedJob,
  lease: Lease,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = deps
  const fields = { job: claimed.name, jobId: claimed.id, attempt: claimed.attempts }
  try {
    crashPoint('jobs.job.claimed')
    const problem = await attempt(handler, claimed, stopping)
    crashPoint('jobs.job.handled')
    const kept =
      problem === undefined
        ? await endDone(deps, claimed, lease)
        : await putBack(deps, handler, claimed, lease, problem, stopping)
    if (!kept) log.warn(fields, 'The lease of a job ran out before it was done.')
  } catch (error) {
    log.error({ ...fields, err: error }, 'The end of a job could not be written.')
  }
}

/** Returns undefined after success. The signal is aborted when the lease is over or the process stops. */
async function attempt(
  handler: JobHandler,
  claimed: ClaimedJob,
  stopping: AbortSignal,
): Promise<Error | undefined> {
  const signal = AbortSignal.any([
    stopping,
    AbortSignal.timeout(secondsMs(handler.job.leaseSeconds)),
  ])
  try {
    await handler.run(claimed.payload, signal)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Most jobs leave nothing behind. If an incident about the kind was reported, this success may resolve it. */
async function endDone(
  { database, now, watch, scheduled }: RunDeps,
  { id, name, payload, attempts }: ClaimedJob,
  { token }: Lease,
): Promise<boolean> {
  const hadFailed = attempts > failingAt
  if (!hadFailed && !scheduled.has(name)) return deleteDone(database.pool, id, token)
  return database.transaction(async (tx) => {
    if (!(await deleteDone(tx, id, token))) return false
    const settled = scheduled.has(name) ? await deleteSettled(tx, name, payload) : 0
    if (hadFailed || settled > 0) await reportIfWell(watch, tx, name, now())
    return true
  })
}

async function putBack(
  { database, now, log, watch }: RunDeps,
  { job }: JobHandler,
  claimed: ClaimedJob,
  lease: Lease,
  problem: Error,
  stopping: AbortSignal,
): Promise<boolean> {
  const queue = queueOf(job)
  // Our own stop interrupted the job. That is no failed attempt, and the next process may take the job at once.
  if (stopping.aborted) {
    return (await release(database.pool, queue, lease, [claimed], now())) === 1
  }
  const exhausted = claimed.attempts >= job.attemptsMax
  const retryInMs = retryDelayMs(claimed.attempts)
  const fields = { job: job.name, jobId: claimed.id, attempt: claimed.attempts, err: problem }
  if (exhausted) log.error(fields, 'A job was given up after its last attempt.')
  else log.warn({ ...fields, retryInMs }, 'A job failed and will be tried again.')
  const outcome = {
    state: exhausted ? queue.exhausted : queue.lost,
    availableAt: after(now(), retryInMs),
    set: {
      last_error: problem.message.slice(0, 500),
      ...(exhausted && { given_up_at: now() }),
    },
  }
  if (!exhausted && claimed.attempts < failingAt) {
    return (await finish(database.pool, queue, lease, [claimed], outcome)) === 1
  }
  return database.transaction(async (tx) => {
    await lockKind(tx, job.name)
    if ((await finish(tx, queue, lease, [claimed], outcome)) !== 1) return false
    await watch.failing(tx, { ...claimed, isGivenUp: exhausted }, now())
    return true
  })
}

/** The delay doubles each time, up to an hour, with a random part: jobs that failed together must not come back together. */
function retryDelayMs(attempts: number): number {
  const base = Math.min(retryMsMin * 2 ** Math.min(attempts - 1, 20), retryMsMax)
  return Math.round(base * (0.8 + Math.random() * 0.4))
}
