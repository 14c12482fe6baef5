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
  /** How often to renew. A sixth of the lease, when not said, so that several may fail. */
  readonly everyMs?: number
  readonly signal?: AbortSignal
}

/**
 * Renews the lease on rows while `work` runs. Its signal is aborted when a renewal finds rows gone, when the lease has
 * run out unrenewed, and when `signal` is: whoever goes on then works beside somebody else.
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
        // PostgreSQL may be back before the lease is over. If not, the expiry says so.
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
