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

/** Later than the slowest answer of a provider: until then the request that made the credit drives it. */
const graceMs = secondsMs(45)
const batchMax = 10
const waitSecondsMax = 900

/**
 * A participant: the money of what was given up is owed from this transaction on. Undefined where nothing is owed:
 * lines that cost nothing, and orders without a payment.
 */
export async function promiseCredit(
  tx: Tx,
  order: Order,
  { kind, amount, by }: { kind: Credit['kind']; amount: Money; by: string },
  now: Date,
): Promise<Credit | undefined> {
  if (amount.amountMinor === 0n || order.paymentId === undefined) return undefined
  const credit: Credit = {
    id: newId('crd', now),
    companyId: order.companyId,
    orderId: order.id,
    paymentId: order.paymentId,
    kind,
    state: 'WAITING',
    refusals: 0,
    amount,
    settled: undefined,
    refundId: undefined,
    requestedBy: by,
    createdAt: now,
    settledAt: undefined,
    attempts: 0,
  }
  await insertCredit(tx, credit, after(now, graceMs))
  return credit
}

/**
 * Carries a credit as far as it will go now. May run any number of times and from several places at once: what the
 * payment becomes and what the credit says of it are one transaction, and a refund's id is the provider's key.
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

/** Ends the credits that a crash, a silent provider or an open payment left. Returns how many were taken. */
export async function settleCredits(deps: FulfilmentDeps): Promise<number> {
  return workOn<CreditRow>(deps, creditQueue, batchMax, (rows, lease) =>
    Promise.all(rows.map((row) => settleOne(deps, row, lease))),
  )
}

async function settleOne(deps: FulfilmentDeps, row: CreditRow, lease: Lease): Promise<void> {
  const credit = toCredit(row)
  const problem = await problemOf(deps, credit)
  const seconds = Math.min(15 * 2 ** Math.min(credit.attempts, 10), waitSecondsMax)
  // A settled one has no lease any more, and this changes nothing.
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
    deps.log.warn({ err: error, creditId: credit.id }, 'Money could not be given back yet.')
    return (error instanceof Error ? error.message : String(error)).slice(0, 500)
  }
}

/**
 * After the commit, by the request: all that its order is owed, so that a client who repeats a request that died drives on
 * what that one left. What fails here waits for the worker, and the request has done its part.
 */
export async function settleCreditsOf(
  deps: FulfilmentDeps,
  companyId: string,
  orderId: string,
): Promise<void> {
  const credits = await listCredits(deps.database.pool, companyId, orderId)
  for (const credit of credits) {
    // What was refused is tried again by the worker, at its own pace.
    if (credit.state === 'WAITING' && credit.refusals === 0) await problemOf(deps, credit)
  }
}
