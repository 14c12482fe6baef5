import type { Principal } from '#kernel/actor'
import type { Queue } from './queue.ts'

/** A queue, and what its owner does where the plain change of the row is not enough. */
export type PoisonQueue = {
  readonly queue: Queue
  /** Columns that say how the record ended. They are emptied when it is retried. */
  readonly resets?: readonly string[]
  /** The constraint that keeps a second record of an owner from being tried beside the first. */
  readonly oneAtATime?: string
  /** Instead of the plain change of a record that is set aside, with its audit. */
  readonly retry?: (operator: Principal, id: string) => Promise<unknown>
  readonly discard?: (operator: Principal, id: string, note: string) => Promise<unknown>
}

/** Written into a row that nobody works on any more: whoever had it has no say in it. */
export const unleased = { lease_token: null, lease_until: null } as const
