import type { Principal } from '#kernel/actor'
import type { Tx } from '#platform/db'
import type { Queue } from './queue.ts'

/** A queue, and what its owner does where a plain change of the row is not enough. */
export type PoisonQueue = {
  readonly queue: Queue
  /** Columns with the end of the record. A retry empties them. */
  readonly resets?: readonly string[]
  /** What else a retry changes, in its transaction. */
  readonly onRetried?: (tx: Tx, id: string) => Promise<void>
  /** The constraint that prevents a second active record of an owner. */
  readonly oneAtATime?: string
  /** Retries a record that is set aside, with its own audit, in place of the plain change. */
  readonly retry?: (operator: Principal, id: string) => Promise<unknown>
  readonly discard?: (operator: Principal, id: string, note: string) => Promise<unknown>
}

/** Written into a row that nobody works on any more. The former holder can no longer change it. */
export const noLease = { lease_token: null, lease_until: null } as const
