import { after, minutesMs } from '#kernel/time'
import { type LiveState, stuckAfterMinutes } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { countStuck, lockStuck, markStuck, type Stuck } from './stuck-store.ts'

const conditions = {
  // A reservation ends by itself.
  RESERVED: { key: 'checkout.reserved-stuck', severity: 'info' },
  PAYMENT_INITIATED_CART_RECONCILING: { key: 'checkout.reconciling-stuck', severity: 'critical' },
} as const

const states = ['RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING'] as const

/** One incident for each condition, whatever the number of attempts. */
const dedupeKey = 'all'

const batchMax = 100

/**
 * Raises one incident for each state in which attempts are stuck, and resolves it when the last of them has ended.
 * Returns how many attempts have become stuck since the last look.
 */
export async function alertStuck(deps: CheckoutDeps): Promise<number> {
  const now = deps.now()
  const before = {
    RESERVED: after(now, -minutesMs(stuckAfterMinutes.RESERVED)),
    PAYMENT_INITIATED_CART_RECONCILING: after(
      now,
      -minutesMs(stuckAfterMinutes.PAYMENT_INITIATED_CART_RECONCILING),
    ),
  }
  return deps.database.transaction(async (tx) => {
    // One process at a time, so that no process resolves an incident while another raises it.
    await lockStuck(tx)
    const found = await markStuck(tx, before, now, batchMax)
    const stuck = await countStuck(tx, before)
    for (const state of states) {
      const { key } = conditions[state]
      const condition = stuck.find((one) => one.state === state)
      if (!condition) await deps.incidents.resolve(tx, { key, dedupeKey, now })
      else if (found.includes(state)) await deps.incidents.notify(tx, noticeOf(condition, now))
    }
    return found.length
  })
}

function noticeOf({ state, count, oldest }: Stuck, now: Date) {
  const { key, severity } = conditions[state]
  const { id, companyId, since, lastError } = oldest
  const minutes = stuckAfterMinutes[state satisfies LiveState]
  const met = lastError === undefined ? '' : ` Its last try met: ${lastError}`
  return {
    key,
    severity,
    summary: `${count} checkouts have been ${state} for more than ${minutes} minutes. The oldest is ${id}.${met}`,
    details: {
      state,
      count,
      oldest: {
        checkoutId: id,
        companyId,
        since: since.toISOString(),
        ...(lastError && { lastError }),
      },
    },
    dedupeKey,
    now,
  }
}
