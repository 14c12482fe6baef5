import { type Id, newId } from '#kernel/id'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type { Job } from './job.ts'
import { insertJob } from './store.ts'
import { jobsTopic } from './topic.ts'

/**
 * Enqueues a job if, and only if, the transaction commits. It costs no round trip of its own. With an `id` from the caller
 * duplicates are merged: while a job with that id exists, another is not written.
 */
export function enqueue<Payload>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  {
    now,
    availableAt = now,
    id = newId('job', now),
  }: { readonly now: Date; readonly availableAt?: Date; readonly id?: Id<'job'> },
): Id<'job'> {
  job.check(payload)
  insertJob(tx, { id, name: job.name, payload, availableAt, createdAt: now })
  if (availableAt <= now) ringAfterCommit(tx, jobsTopic)
  return id
}
