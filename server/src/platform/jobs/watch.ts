import type { Tx } from '#platform/db'
import type { Swept } from '#platform/leases'
import { hasFailing, lockKind, markGivenUp } from './given-up-store.ts'

/** After so many failures operators are notified, however long the retries continue. */
export const failingAt = 10

/** A job that was given up, or has failed so often that operators must know. */
export type FailingJob = {
  readonly name: string
  readonly id: string
  readonly payload: unknown
  readonly attempts: number
  readonly isGivenUp: boolean
}

/** Called in the transaction that gives a job up, so that the job and its incident are stored together. */
export type JobWatch = {
  failing(tx: Tx, job: FailingJob, now: Date): Promise<void>
  /** No job of this kind is given up or failing any more. */
  well(tx: Tx, name: string, now: Date): Promise<void>
}

export const nobodyWatches: JobWatch = {
  failing: async () => undefined,
  well: async () => undefined,
}

/** Reports about one kind take this lock in turn. Otherwise one could report recovery while another gives a job up. */
export async function reportIfWell(
  watch: JobWatch,
  tx: Tx,
  name: string,
  now: Date,
): Promise<void> {
  await lockKind(tx, name)
  if (!(await hasFailing(tx, name, failingAt))) await watch.well(tx, name, now)
}

/** Reports jobs whose workers were lost again and again, or in their last attempt. */
export async function reportSwept(
  watch: JobWatch,
  tx: Tx,
  { returned, exhausted }: Swept<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const failing = [
    ...exhausted.map((row) => toFailing(row, true)),
    ...returned.map((row) => toFailing(row, false)).filter(({ attempts }) => attempts >= failingAt),
  ]
  const [first] = failing
  if (!first) return
  await lockKind(tx, first.name)
  const givenUp = failing.filter(({ isGivenUp }) => isGivenUp).map(({ id }) => id)
  await markGivenUp(tx, givenUp, 'Its worker was lost.', now)
  for (const job of failing) await watch.failing(tx, job, now)
}

function toFailing(row: Record<string, unknown>, isGivenUp: boolean): FailingJob {
  const { name, id, payload, attempts } = row as Omit<FailingJob, 'isGivenUp'>
  return { name, id, payload, attempts, isGivenUp }
}
