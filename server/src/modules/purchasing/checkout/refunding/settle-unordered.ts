import { newId } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import type { Tx } from '#platform/db'
import { finish, type Lease, type WorkLog, workOn } from '#platform/leases'
import type { CheckoutDeps } from '../deps.ts'
import type { UnorderedPaymentRow } from '../tables.ts'
import {
  isLastRefusal,
  isRefusalNew,
  nextTryAfter,
  type UnorderedPayment,
} from './unordered-payment.ts'
import {
  countUnorderedRefusal,
  holdUnordered,
  markUnorderedRefused,
  markUnorderedSettled,
  setUnorderedRefund,
  toUnordered,
  unorderedQueue,
} from './unordered-store.ts'

export const refundRefusedNotice = 'checkout.refund-refused'

const batchMax = 10

/** Gives back money that bought nothing, also after a crash or a silent provider. Returns how many payments it took. */
export async function settleUnordered(
  deps: CheckoutDeps,
  log?: Pick<WorkLog, 'warn'>,
): Promise<number> {
  return workOn<UnorderedPaymentRow>(deps, unorderedQueue, batchMax, (rows, lease) =>
    Promise.all(rows.map((row) => settleOne(deps, row, lease, log))),
  )
}

async function settleOne(
  deps: CheckoutDeps,
  row: UnorderedPaymentRow,
  lease: Lease,
  log: Pick<WorkLog, 'warn'> | undefined,
): Promise<void> {
  const unordered = toUnordered(row)
  const problem = await problemOf(deps, unordered, log)
  // A settled one has no lease any more, so this changes nothing.
  await finish(deps.database.pool, unorderedQueue, lease, [row], {
    availableAt: nextTryAfter(unordered, deps.now()),
    set: { last_error: problem ?? null },
  })
}

async function problemOf(
  deps: CheckoutDeps,
  unordered: UnorderedPayment,
  log: Pick<WorkLog, 'warn'> | undefined,
): Promise<string | undefined> {
  try {
    await settle(deps, unordered)
    return undefined
  } catch (error) {
    const { companyId, paymentId } = unordered
    log?.warn({ err: error, companyId, paymentId }, 'A payment for nothing did not go back yet.')
    return (error instanceof Error ? error.message : String(error)).slice(0, 500)
  }
}

/**
 * Advances it as far as possible now. It may run any number of times and in several places at once: the payment and
 * this record change in one transaction, and a refund's id is the provider's idempotency key.
 */
async function settle(deps: CheckoutDeps, unordered: UnorderedPayment): Promise<void> {
  const { companyId, paymentId } = unordered
  const given = await deps.database.transaction((tx) => giveBack(deps, tx, unordered))
  if (given === 'settled' || given === 'wait') return
  if (given === 'cancel') {
    await deps.payments.cancel(companyId, paymentId)
    await deps.database.transaction((tx) => giveBack(deps, tx, unordered))
    return
  }
  const refund = await deps.payments.driveRefund(companyId, given.refundId)
  if (refund.state === 'SUCCEEDED') {
    const { amount } = refund
    await markUnorderedSettled(deps.database.pool, unordered, 'WAITING', { amount }, deps.now())
  }
  if (refund.state === 'FAILED') {
    const problem = `The provider refused the refund: ${refund.failureReason ?? 'no reason given'}`
    await deps.database.transaction((tx) => noteRefusal(deps, tx, unordered, refund.id, problem))
    throw new Error(problem)
  }
}

async function giveBack(
  { payments, now: clock }: CheckoutDeps,
  tx: Tx,
  { companyId, paymentId }: UnorderedPayment,
): Promise<'settled' | 'wait' | 'cancel' | { refundId: string }> {
  const now = clock()
  const unordered = await holdUnordered(tx, companyId, paymentId)
  if (unordered?.state !== 'WAITING') return 'settled'
  if (unordered.refundId) return { refundId: unordered.refundId }
  const given = await payments.giveBack(tx, {
    companyId,
    paymentId,
    refundId: newId('rfd', now),
    amount: unordered.amount,
    reason: 'The checkout or its order had ended before it was paid.',
    requestedBy: 'system',
    now,
  })
  if (given.how === 'refund') {
    await setUnorderedRefund(tx, unordered, given.refund.id)
    return { refundId: given.refund.id }
  }
  if (given.how !== 'done') return given.how
  await markUnorderedSettled(tx, unordered, 'WAITING', given, now)
  return 'settled'
}

/**
 * Participant: after `refusalsMax` refusals nobody asks the provider again, and an incident notifies operators.
 */
async function noteRefusal(
  { incidents, refusalsMax, now: clock }: CheckoutDeps,
  tx: Tx,
  { companyId, paymentId }: UnorderedPayment,
  refundId: string,
  problem: string,
): Promise<void> {
  const unordered = await holdUnordered(tx, companyId, paymentId)
  if (!unordered || !isRefusalNew(unordered, refundId)) return
  if (!isLastRefusal(unordered, refusalsMax)) return countUnorderedRefusal(tx, unordered)
  await markUnorderedRefused(tx, unordered, problem)
  const { amount, checkoutId, orderId } = unordered
  await incidents.notify(tx, {
    key: refundRefusedNotice,
    severity: 'critical',
    summary: `Payment ${paymentId} has no order, and the provider refuses to refund ${decimalOf(amount)} ${amount.currency}. ${problem}`,
    details: {
      paymentId,
      ...(checkoutId && { checkoutId }),
      ...(orderId && { orderId }),
      amount: decimalOf(amount),
      currency: amount.currency,
      refusals: unordered.refusals + 1,
    },
    dedupeKey: paymentId,
    companyId,
    now: clock(),
  })
}
