import { Type } from 'typebox'
import type { Id } from '#kernel/id'
import { newId } from '#kernel/id'
import { type Money, money, sumOf } from '#kernel/money'
import type { Refunded } from '#modules/payments'
import type { Tx } from '#platform/db'
import { defineJob, handle } from '#platform/jobs'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type LockedOrder, lockOwnOrder } from '../fulfilment/locked-order-store.ts'
import type { Credit, Order } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { cancelRefundedOrder } from './cancel-refunded-order.ts'
import { listCredits } from './credit-store.ts'
import { type Reduction, reducePrice } from './reduce-price.ts'
import { notedRefunds, supplierOf } from './refund-part.ts'
import { promiseCredit, settleCreditsOf } from './settle-credits.ts'
import { leastOf, unpromisedMoney } from './spread-over-payments.ts'

export const NoteRefunded = defineJob({
  name: 'orders.note_refunded',
  payload: Type.Object({
    companyId: Type.String(),
    orderId: Type.String(),
    isReturned: Type.Boolean(),
  }),
  leaseSeconds: 60,
  attemptsMax: 12,
  poison: 'retried_slowly',
})

export function noteRefundedJob(deps: FulfilmentDeps) {
  return handle(NoteRefunded, ({ companyId, orderId, isReturned }) =>
    noteRefunded(deps, companyId as Id<'co'>, orderId, isReturned),
  )
}

/**
 * Money of an order has gone back, or a bank has returned it (`isReturned`). The part that no cancellation and no
 * return explains comes off the price of the order. It is computed from the ledgers of the payments and the credits as they
 * are now, so it may run any number of times, beside any cancellation or return, and counts nothing twice.
 */
export async function noteRefunded(
  deps: FulfilmentDeps,
  companyId: Id<'co'>,
  orderId: string,
  isReturned: boolean,
): Promise<void> {
  const found = await findOrder(deps.database.pool, companyId, orderId)
  if (!found?.order.paymentId) return
  const payments = await deps.payments.listOfOrder(deps.database.pool, companyId, orderId)
  // Pieces that have not left are cancelled first. Then it is clear which goods the money belongs to.
  const isGone = payments.length > 0 && payments.every(({ state }) => state === 'REFUNDED')
  if (isGone) await cancelRefundedOrder(deps, companyId, orderId)
  await alignPrice(deps, companyId, orderId, isReturned)
  if (isReturned) await settleCreditsOf(deps, companyId, orderId)
}

/** Brings the price in line with the ledgers of the payments and the credits, in one transaction. */
export async function alignPrice(
  deps: FulfilmentDeps,
  companyId: Id<'co'>,
  orderId: string,
  isReturned: boolean,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const locked = await lockOwnOrder(tx, companyId, orderId)
    if (locked?.order.paymentId) await alignLocked(deps, tx, locked, isReturned)
  })
}

async function alignLocked(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  isReturned: boolean,
): Promise<void> {
  const { order } = locked
  const now = deps.now()
  // Holds the payments: between these two statements no credit gets its refund.
  const { payments, refunds } = await deps.payments.holdRefunded(tx, order.companyId, order.id)
  const credits = await listCredits(tx, order.companyId, order.id)
  const ofCredits = new Set<string | undefined>(credits.map(({ refundId }) => refundId))
  const byHand = refunds.filter(({ id }) => !ofCredits.has(id))
  const amounts = byHand.map(({ amount }) => amount)
  const beyond = refundedBeyondCredits(order, credits, amounts)
  if (beyond > 0n) await takeOff(deps, tx, locked, byHand, beyond, now)
  if (beyond >= 0n || !isReturned) return
  const unpromised = payments.reduce((sum, one) => sum + unpromisedMoney(one, credits), 0n)
  const amount = leastOf(-beyond, unpromised)
  if (amount <= 0n) return
  const owed = {
    kind: 'DISPUTE',
    amount: money(amount, order.total.currency),
    by: 'system',
  } as const
  await promiseCredit(deps, tx, order, owed, now)
}

/**
 * Takes each refund off the part that it is for. If that part costs less by now, for example after a return, the rest
 * comes off its supplier's part. A refund without a purpose comes off the whole order.
 */
async function takeOff(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  byHand: Refunded['refunds'],
  beyond: bigint,
  now: Date,
): Promise<void> {
  const { companyId, id: orderId, total } = locked.order
  const document = await findOrder(tx, companyId, orderId)
  const noted = document ? notedRefunds(document) : new Set()
  let left = beyond
  let current: LockedOrder | undefined = locked
  const reduce = async (limit: bigint, of: Pick<Reduction, 'purpose' | 'refundId'>) => {
    const amount = money(leastOf(limit, left), total.currency)
    if (amount.amountMinor === 0n || !current) return 0n
    const reduction = { stepId: newId('stp', now), amount, ...of }
    const taken = await reducePrice(deps, tx, current, reduction, now)
    current = await lockOwnOrder(tx, companyId, orderId)
    left -= taken.amountMinor
    return taken.amountMinor
  }
  for (const { id: refundId, amount, purpose } of byHand) {
    if (!purpose || noted.has(refundId)) continue
    const taken = await reduce(amount.amountMinor, { purpose, refundId })
    const supplierId = supplierOf(locked.lines, purpose)
    if (supplierId !== undefined && 'lineNumber' in purpose) {
      await reduce(amount.amountMinor - taken, { purpose: { supplierId }, refundId })
    }
  }
  await reduce(left, {})
}

/**
 * What went back or will go back, by hand and by credits, beyond what was given up and what was already taken off the
 * price. Below zero: that much of what was given up has not gone back, because the payment did not have it when the
 * credit was settled.
 */
function refundedBeyondCredits(
  order: Order,
  credits: readonly Credit[],
  byHand: readonly Money[],
): bigint {
  const minor = (amounts: readonly Money[]) => sumOf(amounts, order.total.currency).amountMinor
  const given = minor(credits.map(({ amount, settled }) => settled ?? amount))
  const givenUp = minor(
    credits.filter(({ kind }) => kind !== 'DISPUTE').map(({ amount }) => amount),
  )
  return minor(byHand) + given - givenUp - order.reduced.amountMinor
}
