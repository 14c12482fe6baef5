import assert from 'node:assert/strict'
import { Failure } from '#kernel/failure'
import type { Id } from '#kernel/id'
import { sameMoney } from '#kernel/money'
import { type Payment, paymentOutcomeOf } from '#modules/payments'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { handle } from '#platform/jobs'
import { emit } from '#platform/outbox'
import {
  eventToBuyer,
  OrderChangeRequestPaymentEnded,
} from '../change-requests/change-request-events.ts'
import { findChangeRequest } from '../change-requests/change-request-store.ts'
import { bindAgreed } from '../change-requests/pay-request.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type LockedOrder, lockOwnOrder } from '../fulfilment/locked-order-store.ts'
import { systemActor } from '../fulfilment/system-actor.ts'
import { addToTimeline } from '../order-store.ts'
import { decideProposal } from '../proposals/decide-proposal.ts'
import { OrderChangePaymentEnded, proposalEvent } from '../proposals/proposal-events.ts'
import { findProposal } from '../proposals/proposal-store.ts'
import type { OfferedSupplement } from '../raises/cover-raise.ts'
import { changeData } from '../raises/raise-events.ts'
import { SettleSupplement } from './settle-supplement-job.ts'
import { type Supplement, SupplementNeeded } from './supplement.ts'
import { findSupplement, markEnded } from './supplement-store.ts'

export function settleSupplementJob(deps: FulfilmentDeps) {
  return handle(SettleSupplement, ({ companyId, paymentId }) =>
    settleSupplement(deps, companyId as Id<'co'>, paymentId),
  )
}

/**
 * Moves a supplement as far as its payment allows: what is authorised is captured and binds its change; what the change can no
 * longer use is released or refunded. It may run any number of times, after any crash.
 */
export async function settleSupplement(
  deps: FulfilmentDeps,
  companyId: Id<'co'>,
  paymentId: string,
): Promise<void> {
  const { pool } = deps.database
  const supplement = await findSupplement(pool, companyId, paymentId)
  const payment = await deps.payments.find(pool, companyId, paymentId)
  if (!supplement || !payment || supplement.state === 'BOUND') return
  if (supplement.state === 'AWAITING_PAYMENT') {
    const because = await bindIfPaid(deps, supplement, payment)
    if (because === undefined) return
    await endSupplement(deps, supplement, because)
    // Another worker may have been faster: then the change counts, and so does its payment.
    if ((await findSupplement(pool, companyId, paymentId))?.state === 'BOUND') return
  }
  crashPoint('orders.supplement.ended')
  const reason = 'The change of the order that it was for did not come about.'
  await deps.payments.refundInFull(companyId, paymentId, reason, deps.now())
}

/** Returns why the change does not bind. Undefined: it has, or the payer may still pay. */
async function bindIfPaid(
  deps: FulfilmentDeps,
  supplement: Supplement,
  payment: Payment,
): Promise<string | undefined> {
  const outcome = paymentOutcomeOf(payment)
  if (outcome === 'undecided' && payment.expiresAt && deps.now() <= payment.expiresAt)
    return undefined
  if (outcome !== 'secured') return 'not_paid'
  if (payment.state === 'AUTHORIZED') {
    const refusal = await rehearse(deps, supplement, payment)
    if (refusal !== undefined) return refusal
    await deps.payments.capture(payment.companyId, payment.id)
    crashPoint('orders.supplement.captured')
  }
  const { paymentId } = supplement
  return refusalOf(async () => {
    await accept(deps, supplement, payment, { paymentId })
    return undefined
  })
}

/** Nothing is captured for a change that could not bind. */
function rehearse(
  deps: FulfilmentDeps,
  supplement: Supplement,
  payment: Payment,
): Promise<string | undefined> {
  return refusalOf(async () => {
    try {
      await accept(deps, supplement, payment, {})
      return 'nothing_to_pay'
    } catch (error) {
      if (error instanceof SupplementNeeded && sameMoney(error.amount, payment.amount))
        return undefined
      throw error
    }
  })
}

async function refusalOf(act: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof SupplementNeeded) return 'amount_changed'
    if (error instanceof Failure && error.status < 500) return error.code
    throw error
  }
}

/** The payer has accepted by paying, whatever rights it has by now. */
function accept(
  deps: FulfilmentDeps,
  { orderId, proposalId, changeRequestId, lineNumbers, note }: Supplement,
  { companyId, payerId }: Payment,
  supplement: OfferedSupplement,
): Promise<string> {
  const payer = { ...systemActor(companyId), id: payerId }
  const step = { orderId, idempotency: undefined }
  if (changeRequestId !== undefined) {
    return bindAgreed(deps, payer, { ...step, changeRequestId }, supplement)
  }
  assert(proposalId, `a supplement of order ${orderId} is for no change`)
  const input = { ...step, proposalId, lineNumbers, note, supplement }
  return decideProposal(deps, payer, input, 'ACCEPTED')
}

async function endSupplement(
  { database, now: clock }: FulfilmentDeps,
  supplement: Supplement,
  because: string,
): Promise<void> {
  const { companyId, orderId, paymentId } = supplement
  const now = clock()
  await database.transaction(async (tx) => {
    const locked = await lockOwnOrder(tx, companyId, orderId)
    if (!locked || !(await markEnded(tx, supplement, because, now))) return
    const own = { paymentId, reason: because }
    const details = { ...changeData(supplement), ...own }
    await addToTimeline(tx, companyId, orderId, { kind: 'CHANGE_PAYMENT_ENDED', details }, now)
    await announceEnd(tx, locked, supplement, own, now)
  })
}

async function announceEnd(
  tx: Tx,
  { order, lines }: LockedOrder,
  { companyId, orderId, proposalId, changeRequestId, lineNumbers: numbers }: Supplement,
  own: { readonly paymentId: string; readonly reason: string },
  now: Date,
): Promise<void> {
  const next = { ...order, version: order.version + 1 }
  const proposal = proposalId && (await findProposal(tx, companyId, orderId, proposalId))
  if (proposal) {
    const event = proposalEvent(next, lines, { proposal, numbers }, now, own)
    await emit(tx, OrderChangePaymentEnded, event)
  }
  const request =
    changeRequestId && (await findChangeRequest(tx, companyId, orderId, changeRequestId))
  if (request) {
    const event = eventToBuyer(next, lines, request, now, own)
    await emit(tx, OrderChangeRequestPaymentEnded, event)
  }
}
