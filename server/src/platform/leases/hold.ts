import { secondsMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { renew } from './finish.ts'
import type { Lease, Queue, RowKey } from './queue.ts'

export type Hold = {
  readonly database: Database
  readonly queue: Queue
  readonly lease: Lease
  readonly rows: readonly RowKey[]
  readonly now: () => Date
  /** How often to renew. The default is a sixth of the lease, so that several renewals may fail. */
  readonly everyMs?: number
  readonly signal?: AbortSignal
}

/**
 * Renews the lease on rows while `work` runs. Its signal is aborted when a renewal finds rows gone, when the lease runs out
 * without a renewal, and when `signal` is aborted. Work after that may run at the same time as another worker's.
 */
export async function whileHolding<T>(
  hold: Hold,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const leaseMs = secondsMs(hold.queue.leaseSeconds)
  let expiry = setTimeout(() => lost.abort(new LeaseLost()), leaseMs)

  const timer = setInterval(
    () => {
      renew(hold.database.pool, hold.queue, hold.lease, hold.rows, hold.now()).then(
        (held) => {
          if (held < hold.rows.length) return lost.abort(new LeaseLost())
          clearTimeout(expiry)
          if (!lost.signal.aborted) expiry = setTimeout(() => lost.abort(new LeaseLost()), leaseMs)
        },
        // PostgreSQL may be back before the lease is over. If not, the signal is aborted when the lease ends.
        () => undefined,
      )
    },
    hold.everyMs ?? leaseMs / 6,
  )

  try {
    return await work(hold.signal ? AbortSignal.any([hold.signal, lost.signal]) : lost.signal)
  } finally {
    clearInterval(timer)
    clearTimeout(expiry)
    lost.abort()
  }
}

/** The rows belong to another worker now, or may at any moment. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('The lease was lost before the work was done.')
  }
}
