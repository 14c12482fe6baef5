import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { ApprovalRequest } from '#modules/approvals'
import { type Payment, paymentOutcomeOf } from '#modules/payments'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { causedBy } from '#platform/outbox'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type LockedOrder, lockOwnOrder } from '../fulfilment/locked-order-store.ts'
import { systemActor } from '../fulfilment/system-actor.ts'
import type { OrderDocument, OrderState } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { findRaise } from '../raises/waiting-raise-store.ts'
import { costOf } from '../supplier/without-cancelled.ts'
import { contentHashOf, raiseHashOf } from './content-hash.ts'
import { placeApproved, refuseOrder } from './settle-approval.ts'
import { bindOrLeaveToPayer, refuseRaise, type SettleRaise } from './settle-raise.ts'

export type ApproveInput = {
  readonly approvalId: string
  /** The hash of the content that the approver has seen. */
  readonly contentHash: string
  /** The step to decide, from 1. A repeated request therefore never decides the next step. */
  readonly step?: number | undefined
  readonly note?: string | undefined
}

/**
 * One approver agrees. Like every decision, this locks the order before the request. It hashes the locked content
 * again, so an approval always is of this content. If nobody else needs to agree, the order is placed at once; if that
 * fails, a worker places it. A change of a placed order binds in the transaction of the last approval, or that approval
 * fails; one that the buyer pays by card waits for that payment.
 */
export async function approveOrder(
  deps: FulfilmentDeps,
  actor: Actor,
  { approvalId: requestId, contentHash, step, note }: ApproveInput,
): Promise<void> {
  const now = deps.now()
  const { request } = await deps.approvals.get(actor, requestId)
  const isLast = await bindOrLeaveToPayer((settleRaise) =>
    deps.database.transaction(async (tx) => {
      const locked = await lockOrderOf(tx, request)
      const isLast = await agree(deps, tx, actor, request, { contentHash, step, note }, now)
      if (isLast && request.added) await settleRaise(deps, tx, actor, locked, request, now)
      return isLast
    }),
  )
  if (!isLast) return
  crashPoint('approvals.agreed')
  if (request.added) await settleCreditsOf(deps, request.companyId, request.orderId)
  else await tryToContinueRequest(deps, request)
}

/** The outcome of an automation's approval. `isLast`: call `tryToContinueRequest` after the transaction. */
export type Agreed =
  | { readonly outcome: 'agreed'; readonly request: ApprovalRequest; readonly isLast: boolean }
  /** The order needs no approval, or no longer needs one. */
  | { readonly outcome: 'not_waiting'; readonly state: OrderState }

/**
 * Participant: an automation agrees in the name of the person who published it, by the rules for that person.
 * `order.created` and the approval request are written in one transaction, and the order is hashed again: so the
 * automation agrees to exactly the content that its condition saw, or not at all: not to one that an approver reduced.
 */
export async function agreeWithin(
  deps: FulfilmentDeps,
  tx: Tx,
  actor: Actor,
  { orderId, note }: { readonly orderId: string; readonly note: string },
  now: Date,
): Promise<Agreed> {
  const locked = await lockOwnOrder(tx, actor.companyId, orderId)
  if (!locked) throw fail('order_not_found', { orderId })
  const { state } = locked.order
  const request = await deps.approvals.lockRequestOfOrder(tx, actor.companyId, orderId)
  const isSeen = request?.state === 'PENDING' && request.version === 1
  if (state !== 'PENDING_APPROVAL' || !isSeen) {
    return { outcome: 'not_waiting', state }
  }
  const { contentHash } = request
  const isLast = await agree(deps, tx, actor, request, { contentHash, note }, now)
  return { outcome: 'agreed', request, isLast }
}

/** An order was released: it is placed now if everybody agreed while it was held. */
export async function continueReleasedOrder(
  deps: FulfilmentDeps,
  companyId: Id<'co'>,
  orderId: string,
): Promise<void> {
  const { database, approvals } = deps
  const request = await database.transaction((tx) =>
    approvals.lockRequestOfOrder(tx, companyId, orderId),
  )
  if (request?.state === 'APPROVING') await tryToContinueRequest(deps, request)
}

async function agree(
  deps: FulfilmentDeps,
  tx: Tx,
  actor: Actor,
  { id: requestId, companyId, orderId, added }: ApprovalRequest,
  decision: Pick<ApproveInput, 'contentHash' | 'step' | 'note'>,
  now: Date,
): Promise<boolean> {
  const document = await findOrder(tx, companyId, orderId)
  assert(document, `order ${orderId} is gone`)
  const { held } = document.order
  if (held) throw fail('order_held', { since: held.at.toISOString() })
  await assertSuppliersOpen(deps, tx, document)
  const raise = added && (await findRaise(tx, companyId, requestId))
  const currentHash = raise ? raiseHashOf(document, raise) : contentHashOf(document)
  return deps.approvals.approve(tx, actor, { requestId, currentHash, ...decision }, now)
}

/**
 * The suppliers do not see the order yet. If one of them is closed, nobody can ship, and the company would pay for
 * nothing.
 */
async function assertSuppliersOpen(
  { isCompanyOpen }: FulfilmentDeps,
  tx: Tx,
  { lines }: OrderDocument,
): Promise<void> {
  const suppliers = new Set(lines.map(({ supplierCompanyId }) => supplierCompanyId))
  for (const supplierId of suppliers) {
    if (!(await isCompanyOpen(tx, supplierId))) throw fail('supplier_closed', { supplierId })
  }
}

/** If the order has to wait, a worker of the approvals continues the request later. */
export async function tryToContinueRequest(
  deps: FulfilmentDeps,
  request: ApprovalRequest,
): Promise<void> {
  try {
    await continueRequest(deps, request)
  } catch (error) {
    deps.log.warn(
      { err: error, approvalId: request.id },
      'An order could not be placed yet. A worker retries it.',
    )
  }
}

/**
 * Places the order of a request that everybody has agreed to, or ends it if nobody decided in time. It may run any
 * number of times, and in several places at once: the provider captures outside of any transaction, under the payment's
 * own key, and one transaction that locks the order decides the result. Throws if the order has to wait.
 */
export async function continueRequest(
  deps: FulfilmentDeps,
  { companyId, id }: Pick<ApprovalRequest, 'companyId' | 'id'>,
): Promise<void> {
  const request = await deps.approvals.find(deps.database.pool, companyId, id)
  // The events name the automation that agreed last as their cause, also when a worker continues later.
  if (request) await causedBy(request.cause, () => placeOrEnd(deps, request))
}

async function placeOrEnd(
  deps: FulfilmentDeps,
  { companyId, id, orderId, state, added }: ApprovalRequest,
) {
  const isOpen = await deps.isCompanyOpen(deps.database.pool, companyId)
  if (state === 'APPROVING' && isOpen && !added) await charge(deps, companyId, orderId)
  await bindOrLeaveToPayer((settleRaise) =>
    deps.database.transaction(async (tx) => {
      const now = deps.now()
      const locked = await lockOrderOf(tx, { companyId, orderId })
      const current = await deps.approvals.lockRequest(tx, companyId, id)
      if (current?.state === 'PENDING') await expire(deps, tx, locked, current, now)
      if (current?.state === 'APPROVING') {
        const settling = { isOpen, settleRaise, now }
        if (current.added) await settleOrExpire(deps, tx, locked, current, settling)
        else if (isOpen) await conclude(deps, tx, locked, current, now)
        else await refuseOrderOfClosedCompany(deps, tx, locked, current, now)
      }
    }),
  )
  crashPoint('approvals.carried')
  await settleCreditsOf(deps, companyId, orderId)
}

/** Nobody decided in time. */
async function expire(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  request: ApprovalRequest,
  now: Date,
): Promise<void> {
  if (request.expiresAt > now) return
  await deps.approvals.decide(tx, request, { to: 'EXPIRED', by: undefined }, now)
  const refusal = { cause: 'EXPIRED' } as const
  if (request.added) {
    await refuseRaise(tx, systemActor(request.companyId), locked, request, refusal, now)
  } else await refuseOrder(deps, tx, locked, request, refusal, now)
}

/** Nobody is left to approve the raise: those who had not are gone. What keeps it from binding may pass until its deadline. */
async function settleOrExpire(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  request: ApprovalRequest,
  { isOpen, settleRaise, now }: Settling,
): Promise<void> {
  if (request.expiresAt <= now) return expire(deps, tx, locked, request, now)
  if (!isOpen) throw new Error('The company is closed: its orders wait.')
  await settleRaise(deps, tx, systemActor(request.companyId), locked, request, now)
}

type Settling = {
  readonly isOpen: boolean
  readonly settleRaise: SettleRaise
  readonly now: Date
}

/**
 * For a company that was closed in the meantime nothing is charged and nothing is placed. Operators may open it again,
 * so the order waits as long as it could have waited for an approval.
 */
async function refuseOrderOfClosedCompany(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  request: ApprovalRequest,
  now: Date,
): Promise<void> {
  if (request.expiresAt > now) throw new Error('The company is closed: its orders wait.')
  const reason = 'The company was closed when everybody had agreed.'
  await deps.approvals.decide(tx, request, { to: 'REJECTED', by: undefined, reason }, now)
  await refuseOrder(deps, tx, locked, request, { cause: 'EXPIRED', reason }, now)
}

async function conclude(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  request: ApprovalRequest,
  now: Date,
): Promise<void> {
  const { order } = locked
  const { companyId, paymentId } = order
  // An order with a total of zero has no payment.
  const outcome = paymentId
    ? decisionOf(await paymentOf(deps, tx, companyId, paymentId), locked)
    : 'place'
  // The buyer cancelled the order after the last approval and before the charge.
  if (order.state !== 'PENDING_APPROVAL') {
    return deps.approvals.decide(tx, request, { to: 'WITHDRAWN', by: undefined }, now)
  }
  if (outcome !== 'give_up' && order.held) {
    throw new Error('The order is held by its company. It is placed when it is released.')
  }
  if (outcome === 'wait') return
  if (outcome === 'place') {
    await deps.approvals.decide(tx, request, { to: 'APPROVED', by: undefined }, now)
    await placeApproved(tx, locked, request, now)
    return
  }
  const reason = 'The payment was no longer good when everybody had agreed.'
  await deps.approvals.decide(tx, request, { to: 'REJECTED', by: undefined, reason }, now)
  await refuseOrder(deps, tx, locked, request, { cause: 'PAYMENT_FAILED', reason }, now)
}

/**
 * Captures a card payment that is held. Afterwards the payment's state tells whether it was captured, earlier or now,
 * or cannot be. An order that its company holds is not charged.
 */
async function charge(deps: FulfilmentDeps, companyId: Id<'co'>, orderId: string): Promise<void> {
  const { pool } = deps.database
  const document = await findOrder(pool, companyId, orderId)
  if (document?.order.state !== 'PENDING_APPROVAL' || document.order.held) return
  const { paymentId } = document.order
  if (!paymentId) return
  const payment = await paymentOf(deps, pool, companyId, paymentId)
  if (payment.method !== 'card' || payment.state !== 'AUTHORIZED') return
  try {
    await deps.payments.capture(companyId, payment.id)
  } catch (error) {
    const { state } = await paymentOf(deps, pool, companyId, payment.id)
    // Still held: nobody knows what the provider did, so a worker asks it later.
    if (state === 'AUTHORIZED') throw error
  }
  crashPoint('approvals.captured')
}

/** A held card has to be captured first. On net terms the promise is enough. */
function decisionOf(payment: Payment, locked: LockedOrder): 'place' | 'give_up' | 'wait' {
  switch (paymentOutcomeOf(payment)) {
    case 'secured': {
      const { method, state } = payment
      if (state === 'AUTHORIZED') return method === 'invoice' ? 'place' : 'wait'
      return isPaidWhole(payment, locked) ? 'place' : 'give_up'
    }
    case 'lost':
      return 'give_up'
    case 'undecided':
      return 'wait'
  }
}

/** All that approvers have left of the order must be paid. A provider may have captured less. */
function isPaidWhole({ captured, refunded }: Payment, { order, lines }: LockedOrder): boolean {
  return captured.amountMinor - refunded.amountMinor >= costOf(order, lines).amountMinor
}

async function paymentOf(
  { payments }: FulfilmentDeps,
  conn: FulfilmentDeps['database']['pool'] | Tx,
  companyId: Id<'co'>,
  paymentId: string | undefined,
): Promise<Payment> {
  const payment = paymentId && (await payments.find(conn, companyId, paymentId))
  assert(payment, `payment ${paymentId} of an order that waits is not stored`)
  return payment
}

/** Participant: locks the order of a request. */
export async function lockOrderOf(
  tx: Tx,
  { companyId, orderId }: Pick<ApprovalRequest, 'companyId' | 'orderId'>,
): Promise<LockedOrder> {
  const locked = await lockOwnOrder(tx, companyId, orderId)
  assert(locked, `order ${orderId} is gone`)
  return locked
}
