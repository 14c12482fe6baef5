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
  reviveJob,
  reviveJobs,
} from './given-up-store.ts'
import { jobsTopic } from './topic.ts'
import { failingAt, type JobWatch, reportIfWell } from './watch.ts'

export type { GivenUpJob } from './given-up-store.ts'

/** What was given up, and what somebody may do about it. All but the reading are participants. */
export type GivenUpJobs = {
  list(conn: Conn, page: GivenUpPage): Promise<GivenUpJob[]>
  /** Undefined where it is not given up any more. */
  retry(tx: Tx, id: string, now: Date): Promise<GivenUpJob | undefined>
  /** The oldest of a kind. */
  retryKind(
    tx: Tx,
    name: string,
    limit: number,
    now: Date,
  ): Promise<{ retried: number; remaining: number }>
  /** It is never done. Undefined where it is not given up any more. */
  discard(tx: Tx, id: string, now: Date): Promise<GivenUpJob | undefined>
  metrics(conn: Conn, now: Date): Promise<JobsMetrics>
}

/** `names`: the kinds that a worker of this release does. */
export function createGivenUpJobs(watch: JobWatch, names: readonly string[]): GivenUpJobs {
  return {
    list: listGivenUp,
    retry: async (tx, id, now) => {
      const job = await reviveJob(tx, id, now)
      if (!job) return undefined
      ringAfterCommit(tx, jobsTopic)
      await reportIfWell(watch, tx, job.name, now)
      return job
    },
    retryKind: async (tx, name, limit, now) => {
      const retried = await reviveJobs(tx, name, limit, now)
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
