import type { Tx } from '#platform/db'
import type { Swept } from '#platform/leases'
import { hasFailing, lockKind, markGivenUp } from './given-up-store.ts'

/** After so many failures somebody should know, however long it is tried on. */
export const failingAt = 10

/** A job that was given up, or has failed so often that somebody should know. */
export type FailingJob = {
  readonly name: string
  readonly id: string
  readonly payload: unknown
  readonly attempts: number
  readonly isGivenUp: boolean
}

/** Whoever is told, in the transaction that sees it: what is given up is given up aloud. */
export type JobWatch = {
  failing(tx: Tx, job: FailingJob, now: Date): Promise<void>
  /** No job of the kind is given up or failing any more. */
  well(tx: Tx, name: string, now: Date): Promise<void>
}

export const nobodyWatches: JobWatch = {
  failing: async () => undefined,
  well: async () => undefined,
}

/** Whoever says how a kind is goes after the others: else one could say that it is well while another gives up. */
export async function reportIfWell(
  watch: JobWatch,
  tx: Tx,
  name: string,
  now: Date,
): Promise<void> {
  await lockKind(tx, name)
  if (!(await hasFailing(tx, name, failingAt))) await watch.well(tx, name, now)
}

/** Jobs whose workers were lost: again and again, or in their last attempt. */
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
