import type { Conn, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import {
  countGivenUp,
  deleteGivenUp,
  type GivenUpJob,
  type GivenUpPage,
  type JobsMetrics,
  listGivenUp,
  measureJobs,
  retryGivenUpJob,
  retryGivenUpJobs,
} from './given-up-store.ts'
import { jobsTopic } from './topic.ts'
import { failingAt, type JobWatch, reportIfWell } from './watch.ts'

export type { GivenUpJob } from './given-up-store.ts'

/**
 * The jobs that were given up, and what operators may do about them. All functions but the list run in the caller's transaction.
 */
export type GivenUpJobs = {
  list(conn: Conn, page: GivenUpPage): Promise<GivenUpJob[]>
  /** Returns undefined if the job is no longer given up. */
  retry(tx: Tx, id: string, now: Date): Promise<GivenUpJob | undefined>
  /** Retries the oldest jobs of a kind. */
  retryKind(
    tx: Tx,
    name: string,
    limit: number,
    now: Date,
  ): Promise<{ retried: number; remaining: number }>
  /** Discards a job that will never run. Returns undefined if the job is no longer given up. */
  discard(tx: Tx, id: string, now: Date): Promise<GivenUpJob | undefined>
  metrics(conn: Conn, now: Date): Promise<JobsMetrics>
}

/** `names`: the kinds of jobs that a worker of this release handles. */
export function createGivenUpJobs(watch: JobWatch, names: readonly string[]): GivenUpJobs {
  return {
    list: listGivenUp,
    retry: async (tx, id, now) => {
      const job = await retryGivenUpJob(tx, id, now)
      if (!job) return undefined
      ringAfterCommit(tx, jobsTopic)
      await reportIfWell(watch, tx, job.name, now)
      return job
    },
    retryKind: async (tx, name, limit, now) => {
      const retried = await retryGivenUpJobs(tx, name, limit, now)
      if (retried > 0) {
        ringAfterCommit(tx, jobsTopic)
        await reportIfWell(watch, tx, name, now)
      }
      return { retried, remaining: await countGivenUp(tx, name) }
    },
    discard: async (tx, id, now) => {
      const job = await deleteGivenUp(tx, id)
      if (job) await reportIfWell(watch, tx, job.name, now)
      return job
    },
    metrics: (conn, now) => measureJobs(conn, names, failingAt, now),
  }
}
