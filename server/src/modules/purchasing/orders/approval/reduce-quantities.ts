import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { type Money, money } from '#kernel/money'
import type { LeftLines } from '#modules/approvals'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { emit } from '#platform/outbox'
import { markSettled } from '../credits/credit-store.ts'
import { promiseCredit, settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import { computeCancellation, releasePieces } from '../fulfilment/cancel-lines.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { creditData, lineData, orderEvent } from '../fulfilment/fulfilment-events.ts'
import { openOf, type Pieces } from '../fulfilment/line-progress.ts'
import { type LockedOrder, saveLines, saveOrder } from '../fulfilment/locked-order-store.ts'
import { type Picked, pickLines, replaceLines } from '../fulfilment/pick-lines.ts'
import { stepsMax } from '../fulfilment/steps-max.ts'
import type { Order, OrderDocument } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { costOf } from '../supplier/without-cancelled.ts'
import { changesBetween } from '../versions/version.ts'
import { ApprovalReduced } from './approval-events.ts'
import { contentDigestOf, contentHashOf } from './content-hash.ts'
import { lockOrderOf, tryToContinueRequest } from './decide-approval.ts'
import { leftOf } from './left-lines.ts'

export type ReduceInput = {
  readonly approvalId: string
  readonly contentHash: string
  readonly step?: number | undefined
  /** The quantity that each of these lines shall have. 0 removes the line. */
  readonly lines: readonly Pieces[]
  readonly reason: string
}

/**
 * An approver lowers quantities of an order that waits, or removes lines. The order has a new version, and the pieces
 * give up their stock, budgets, call-offs and money in the same transaction. Approvals that depend on what has changed are
 * needed again. The rest is decided as before.
 */
export async function reduceQuantities(
  deps: FulfilmentDeps,
  actor: Actor,
  { approvalId: requestId, lines: named, reason, ...version }: ReduceInput,
): Promise<void> {
  const now = deps.now()
  const { request: seen } = await deps.approvals.get(actor, requestId)
  const isLast = await deps.database.transaction(async (tx) => {
    const locked = await lockOrderOf(tx, seen)
    const request = await deps.approvals.lockReducible(
      tx,
      actor,
      { requestId, contentHash: version.contentHash, step: version.step },
      now,
    )
    const picked = pickRemoved(locked, named)
    const amount = await writeReduction(deps, tx, locked, picked, { by: actor.id, reason }, now)
    const document = await findOrder(tx, request.companyId, request.orderId)
    assert(document, `order ${request.orderId} is gone`)
    const total = money(request.total.amountMinor - amount.amountMinor, amount.currency)
    const content = {
      contentHash: contentHashOf(document),
      contentDigest: contentDigestOf(document),
      total,
      left: await leftLines(deps, tx, document),
    }
    const isDecided = await deps.approvals.reduce(tx, actor, request, content, now)
    const data = {
      approvalId: requestId,
      contentHash: content.contentHash,
      lines: picked.map(lineData),
      removedLines: removedOf(picked),
      credit: creditData(amount),
      total: creditData(total),
      reason,
    }
    await emit(tx, ApprovalReduced, orderEvent(document.order, now, data))
    crashPoint('orders.reduction.written')
    return isDecided
  })
  crashPoint('orders.reduction.committed')
  await settleCreditsOf(deps, seen.companyId, seen.orderId)
  if (isLast) await tryToContinueRequest(deps, seen)
}

/** The pieces that go. Never upwards, and not to nothing: that is a rejection. */
function pickRemoved({ order, lines }: LockedOrder, named: readonly Pieces[]): Picked[] {
  if (order.version >= stepsMax) throw fail('too_many_steps', { orderId: order.id })
  const wanted = pickLines(lines, named, openOf, 'quantity_exceeds_open')
  const picked = wanted
    .map(({ line, quantity }) => ({ line, quantity: openOf(line) - quantity }))
    .filter(({ quantity }) => quantity > 0n)
  if (picked.length === 0) throw fail('nothing_reduced')
  return picked
}

function removedOf(picked: readonly Picked[]): number[] {
  const removed = picked.filter(({ line, quantity }) => quantity === openOf(line))
  return removed.map(({ line }) => line.lineNumber)
}

/** Participant: books the reduction of a locked order. Returns what the order costs less. */
async function writeReduction(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  picked: readonly Picked[],
  { by, reason }: { readonly by: string; readonly reason: string },
  now: Date,
): Promise<Money> {
  const { order, lines } = locked
  const { parts, changed, amount, ...shippingCosts } = computeCancellation(locked, picked)
  const after = replaceLines(lines, changed)
  assertSomethingLeft({ ...order, ...shippingCosts }, after)
  await saveLines(tx, order, changed)
  await saveOrder(
    tx,
    order,
    { ...order, ...shippingCosts },
    {
      kind: 'QUANTITY_REDUCED',
      actorId: by,
      details: { lines: picked.length, ...creditData(amount), comment: reason },
      // Suppliers have not seen the order: their purchase orders begin with what is left.
      changes: changesBetween(lines, after, undefined),
    },
    now,
  )
  await releasePieces(deps, tx, order, picked, { parts, amount }, now)
  await releaseMoney(deps, tx, order, { amount, by }, now)
  return amount
}

function assertSomethingLeft(order: Order, lines: LockedOrder['lines']): void {
  const isFree = order.paymentId === undefined
  const hasPieces = lines.some((line) => openOf(line) > 0n)
  if (!hasPieces || (!isFree && costOf(order, lines).amountMinor === 0n)) {
    throw fail('reduced_to_nothing')
  }
}

/** A payment that no longer holds anything is settled as any credit is, after the commit. */
async function releaseMoney(
  { payments }: FulfilmentDeps,
  tx: Tx,
  order: Order,
  { amount, by }: { readonly amount: Money; readonly by: string },
  now: Date,
): Promise<void> {
  const [credit] = await promiseCredit(
    { payments },
    tx,
    order,
    { kind: 'CANCELLATION', amount, by },
    now,
  )
  if (!credit) return
  const { companyId, paymentId } = credit
  const isReleased = await payments.releaseHeld(tx, { companyId, paymentId, amount, now })
  if (isReleased) await markSettled(tx, credit, amount, now)
}

async function leftLines(
  { products }: FulfilmentDeps,
  tx: Tx,
  { order, lines }: OrderDocument,
): Promise<LeftLines> {
  const left = leftOf(order, lines)
  return { ...left, categoryIds: await products.categoriesOf(tx, [...left.productIds]) }
}
