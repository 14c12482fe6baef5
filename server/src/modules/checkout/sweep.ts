import { after, secondsMs } from '#kernel/time'
import { crashPoint } from '#platform/faults'
import { claim, type Lease, leaseFor, type Queue } from '#platform/leases'
import type { CheckoutDeps } from './deps.ts'
import { carryOn, release, resolveStuck, settle } from './reconcile.ts'
import {
  type DueAttempt,
  findAttempt,
  lockAttempt,
  markEnded,
  postponeAttempt,
  toDueAttempt,
} from './store.ts'
import type { AttemptRow } from './tables.ts'

/** The attempt is the job: a claim only moves `available_at`, so that of a lost worker is due again. */
export const attemptQueue: Queue = {
  table: 'checkout.attempts',
  key: ['company_id', 'id'],
  waiting: ['RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING'],
  // Short, because a lost worker's buyer waits for it; a slow one that is overtaken does no harm: the provider
  // knows a payment by its id, and settling holds the attempt.
  leaseSeconds: 10,
}

const batchMax = 20
const lookAgainSecondsMax = 30

/** One round: what is due is expired, carried on or looked at again later. Returns how many it took. */
export async function sweepAttempts(deps: CheckoutDeps): Promise<number> {
  const now = deps.now()
  const lease = leaseFor(attemptQueue, now)
  const rows = await deps.database.transaction((tx) =>
    claim<AttemptRow>(tx, attemptQueue, lease, now, batchMax),
  )
  if (rows.length > 0) crashPoint('checkout.attempts_claimed')
  await Promise.all(rows.map((row) => sweepAttempt(deps, toDueAttempt(row), lease)))
  return rows.length
}

async function sweepAttempt(deps: CheckoutDeps, due: DueAttempt, lease: Lease): Promise<void> {
  let problem: string | undefined
  try {
    await drive(deps, due)
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  // Ended attempts have no lease any more, so that for them this changes nothing.
  const seconds = Math.min(2 ** Math.min(due.attempts, 5), lookAgainSecondsMax)
  const nextLook = after(deps.now(), secondsMs(seconds))
  await postponeAttempt(deps.database.pool, due, lease.token, nextLook, problem)
}

async function drive(deps: CheckoutDeps, { companyId, id }: DueAttempt): Promise<void> {
  const attempt = await findAttempt(deps.database.pool, companyId, id)
  if (attempt?.state === 'RESERVED') return expire(deps, { companyId, id })
  if (attempt?.state !== 'PAYMENT_INITIATED_CART_RECONCILING') return

  const { payment } = await carryOn(deps, companyId, id)
  if (payment.state !== 'PENDING') return
  const fresh = await deps.payments.refresh(companyId, payment.id)
  if (fresh.state === 'PENDING' && fresh.expiresAt && fresh.expiresAt <= deps.now()) {
    await deps.payments.cancel(companyId, payment.id)
  }
  await settle(deps, companyId, id)
}

async function expire(
  deps: CheckoutDeps,
  { companyId, id }: Pick<DueAttempt, 'companyId' | 'id'>,
): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, companyId, id)
    if (attempt?.state !== 'RESERVED' || attempt.reservedUntil > now) return
    const ended = await markEnded(tx, attempt, { from: 'RESERVED', to: 'EXPIRED' }, now)
    if (!ended) return
    await release(deps, tx, attempt, now)
    await resolveStuck(deps, tx, ended, 'RESERVED', now)
  })
}
