import { crashPoint } from '#platform/faults'
import { type Lease, type Queue, type WorkLog, workOn } from '#platform/leases'
import { type Attempt, isAlive, isReservationOver } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { lockAttempt, markEnded, postponeAttempt, toAttempt, toDueAttempt } from '../store.ts'
import type { AttemptRow } from '../tables.ts'
import { failOrderNotMade } from './fail-order-not-made.ts'
import { isHopeless, nextLookAfter } from './payment-outcome.ts'
import { continueCheckoutFrom, release, settle, withPayment } from './reconcile.ts'

/** The attempt is the job: a claim only moves `available_at`, so the attempt of a lost worker becomes due again. */
export const attemptQueue: Queue = {
  table: 'checkout.attempts',
  key: ['company_id', 'id'],
  id: 'id',
  waiting: ['RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING'],
  // Short, because a buyer waits if a worker is lost. A slow worker that is overtaken does no harm: the provider knows
  // a payment by its id, and settling holds the attempt.
  leaseSeconds: 10,
  poison: { is: 'retried_slowly' },
}

export const batchMax = 20

type SweepLog = Pick<WorkLog, 'error'>

const noLog: SweepLog = { error: () => undefined }

/** One round: expires due attempts, advances them, or sets their next look. Returns how many it took. */
export async function sweepAttempts(deps: CheckoutDeps, log: SweepLog = noLog): Promise<number> {
  return workOn<AttemptRow>(deps, attemptQueue, batchMax, (rows, lease) => {
    crashPoint('checkout.attempts_claimed')
    return Promise.all(rows.map((row) => sweepAttempt(deps, log, row, lease)))
  })
}

async function sweepAttempt(
  deps: CheckoutDeps,
  log: SweepLog,
  row: AttemptRow,
  lease: Lease,
): Promise<void> {
  const due = toDueAttempt(row)
  let problem: { message: string; since: Date } | undefined
  try {
    const { state } = await driveOrFailAttempt(deps, toAttempt(row), due.failingSince)
    // An ended attempt has no lease any more.
    if (!isAlive(state)) return
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    problem = { message, since: due.failingSince ?? deps.now() }
    const about = { err: error, checkoutId: due.id, companyId: due.companyId }
    log.error(about, 'A checkout could not continue. A worker retries it.')
  }
  const nextLook = nextLookAfter(due.attempts, deps.now())
  await postponeAttempt(deps.database.pool, due, lease.token, nextLook, problem)
}

async function driveOrFailAttempt(
  deps: CheckoutDeps,
  claimed: Attempt,
  failingSince: Date | undefined,
): Promise<Attempt> {
  try {
    return await driveAttempt(deps, claimed)
  } catch (error) {
    if (claimed.state === 'RESERVED' || !isHopeless(claimed, failingSince, deps.now())) throw error
    const attempt = await failOrderNotMade(deps, claimed)
    if (isAlive(attempt.state)) throw error
    return attempt
  }
}

/** As it was claimed: the code that ends it locks it and reads it again. */
export async function driveAttempt(deps: CheckoutDeps, claimed: Attempt): Promise<Attempt> {
  const { companyId, id } = claimed
  if (claimed.state === 'RESERVED') return expireAttempt(deps, claimed)

  const { attempt, payment } = await continueCheckoutFrom(deps, await withPayment(deps, claimed))
  if (payment?.state !== 'PENDING') return attempt
  const fresh = await deps.payments.refresh(companyId, payment.id)
  if (fresh.state === 'PENDING' && fresh.expiresAt && fresh.expiresAt <= deps.now()) {
    await deps.payments.cancel(companyId, payment.id)
  }
  return (await settle(deps, companyId, id)).attempt
}

async function expireAttempt(deps: CheckoutDeps, claimed: Attempt): Promise<Attempt> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, claimed.companyId, claimed.id)
    if (attempt?.state !== 'RESERVED' || !isReservationOver(attempt, now)) return attempt ?? claimed
    const ended = await markEnded(tx, attempt, { from: 'RESERVED', to: 'EXPIRED' }, now)
    if (!ended) return attempt
    await release(deps, tx, attempt, now)
    return ended
  })
}
