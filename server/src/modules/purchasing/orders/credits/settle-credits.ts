import { newId } from '#kernel/id'
import type { Money } from '#kernel/money'
import { after, secondsMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { finish, type Lease, workOn } from '#platform/leases'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { Credit, Order } from '../order.ts'
import type { CreditRow } from '../tables.ts'
import {
  creditQueue,
  holdCredit,
  insertCredit,
  listCredits,
  markSettled,
  setRefund,
  toCredit,
} from './credit-store.ts'
import { noteRefusal } from './refuse-credit.ts'
import { spreadOverPayments } from './spread-over-payments.ts'

/** Longer than the slowest answer of a provider: until then the request that made the credit settles it. */
const graceMs = secondsMs(45)
const batchMax = 10
const waitSecondsMax = 900

/**
 * Participant: promises the money of what was given up, in this transaction: a credit for each payment that it comes from. None
 * if nothing is owed, as for lines that cost nothing and for orders without a payment.
 */
export async function promiseCredit(
  { payments }: Pick<FulfilmentDeps, 'payments'>,
  tx: Tx,
  order: Order,
  { kind, amount, by }: { kind: Credit['kind']; amount: Money; by: string },
  now: Date,
): Promise<readonly Credit[]> {
  if (amount.amountMinor === 0n || order.paymentId === undefined) return []
  const all = await payments.listOfOrder(tx, order.companyId, order.id)
  const parts =
    all.length > 1
      ? await spreadOverPayments({ payments }, tx, order, amount)
      : [{ paymentId: order.paymentId, amount }]
  const credits = parts.map((part) => ({
    id: newId('crd', now),
    companyId: order.companyId,
    orderId: order.id,
    ...part,
    kind,
    state: 'WAITING' as const,
    refusals: 0,
    settled: undefined,
    refundId: undefined,
    requestedBy: by,
    createdAt: now,
    settledAt: undefined,
    attempts: 0,
  }))
  for (const credit of credits) await insertCredit(tx, credit, after(now, graceMs))
  return credits
}

/**
 * Moves a credit as far as it can go now. It may run any number of times and in several places at once: the payment and
 * the credit change in one transaction, and a refund's id is the provider's idempotency key.
 */
export async function settleCredit(deps: FulfilmentDeps, credit: Credit): Promise<void> {
  const { companyId, paymentId } = credit
  const given = await deps.database.transaction((tx) => giveBack(deps, tx, credit))
  crashPoint('orders.credit.given_back')
  if (given === 'settled' || given === 'wait') return
  if (given === 'cancel') {
    await deps.payments.cancel(companyId, paymentId)
    await deps.database.transaction((tx) => giveBack(deps, tx, credit))
    return
  }
  const refund = await deps.payments.driveRefund(companyId, given.refundId)
  crashPoint('orders.credit.refund_driven')
  if (refund.state === 'SUCCEEDED') {
    await markSettled(deps.database.pool, credit, refund.amount, deps.now())
  }
  if (refund.state === 'FAILED') {
    const problem = `The provider refused the refund: ${refund.failureReason ?? 'no reason given'}`
    await deps.database.transaction((tx) => noteRefusal(deps, tx, credit, refund.id, problem))
    throw new Error(problem)
  }
}

async function giveBack(
  { payments, now: clock }: FulfilmentDeps,
  tx: Tx,
  { companyId, id }: Credit,
): Promise<'settled' | 'wait' | 'cancel' | { refundId: string }> {
  const now = clock()
  const credit = await holdCredit(tx, companyId, id)
  if (credit?.state !== 'WAITING') return 'settled'
  if (credit.refundId) return { refundId: credit.refundId }
  const { paymentId, amount, kind, requestedBy } = credit
  const given = await payments.giveBack(tx, {
    companyId,
    paymentId,
    refundId: newId('rfd', now),
    amount,
    reason: kind === 'RETURN' ? 'Goods were returned.' : 'Goods were cancelled.',
    requestedBy,
    now,
  })
  if (given.how === 'refund') {
    await setRefund(tx, credit, given.refund.id)
    return { refundId: given.refund.id }
  }
  if (given.how !== 'done') return given.how
  await markSettled(tx, credit, given.amount, now)
  return 'settled'
}

/** Settles credits that a crash, a silent provider or an open payment left. Returns the number of credits taken. */
export async function settleCredits(deps: FulfilmentDeps): Promise<number> {
  return workOn<CreditRow>(deps, creditQueue, batchMax, (rows, lease) =>
    Promise.all(rows.map((row) => settleOne(deps, row, lease))),
  )
}

async function settleOne(deps: FulfilmentDeps, row: CreditRow, lease: Lease): Promise<void> {
  const credit = toCredit(row)
  const problem = await problemOf(deps, credit)
  const seconds = Math.min(15 * 2 ** Math.min(credit.attempts, 10), waitSecondsMax)
  // A settled credit has no lease any more, so this changes nothing.
  await finish(deps.database.pool, creditQueue, lease, [row], {
    availableAt: after(deps.now(), secondsMs(seconds)),
    set: { last_error: problem ?? null },
  })
}

async function problemOf(deps: FulfilmentDeps, credit: Credit): Promise<string | undefined> {
  try {
    await settleCredit(deps, credit)
    return undefined
  } catch (error) {
    deps.log.warn(
      { err: error, creditId: credit.id },
      'A credit could not be refunded yet. A worker retries it.',
    )
    return (error instanceof Error ? error.message : String(error)).slice(0, 500)
  }
}

/**
 * After the commit, in the request: settles all credits of the order. A client that repeats a request that died
 * therefore continues its credits. If this fails, the worker continues, and the request still succeeds.
 */
export async function settleCreditsOf(
  deps: FulfilmentDeps,
  companyId: string,
  orderId: string,
): Promise<void> {
  const credits = await listCredits(deps.database.pool, companyId, orderId)
  for (const credit of credits) {
    // The worker retries a refused credit at its own pace.
    if (credit.state === 'WAITING' && credit.refusals === 0) await problemOf(deps, credit)
  }
}
