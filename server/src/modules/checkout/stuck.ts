import { after, minutesMs } from '#kernel/time'
import { stuckAfterMinutes } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { markStuck, type StuckAttempt } from './store.ts'

export const stuckKeyOf = {
  RESERVED: 'checkout.reserved-stuck',
  PAYMENT_INITIATED_CART_RECONCILING: 'checkout.reconciling-stuck',
} as const

const batchMax = 100

/** Tells operators of what has become stuck, once per attempt. Returns how many it told of. */
export async function alertStuck(deps: CheckoutDeps): Promise<number> {
  const now = deps.now()
  const before = (minutes: number) => after(now, -minutesMs(minutes))
  return deps.database.transaction(async (tx) => {
    const stuck = await markStuck(
      tx,
      before(stuckAfterMinutes.RESERVED),
      before(stuckAfterMinutes.PAYMENT_INITIATED_CART_RECONCILING),
      now,
      batchMax,
    )
    for (const attempt of stuck) {
      await deps.incidents.notify(tx, noticeOf(attempt, now))
      if (attempt.state === 'RESERVED') continue
      await deps.incidents.resolve(tx, { key: stuckKeyOf.RESERVED, dedupeKey: attempt.id, now })
    }
    return stuck.length
  })
}

function noticeOf({ id, companyId, state, since, lastError }: StuckAttempt, now: Date) {
  const minutes = stuckAfterMinutes[state]
  const met = lastError === undefined ? '' : ` The last try met: ${lastError}`
  return {
    key: stuckKeyOf[state],
    severity: 'warning' as const,
    summary: `Checkout ${id} has been ${state} for more than ${minutes} minutes.${met}`,
    details: {
      checkoutId: id,
      companyId,
      state,
      since: since.toISOString(),
      ...(lastError && { lastError }),
    },
    dedupeKey: id,
    now,
  }
}
