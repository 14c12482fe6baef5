import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { numberOf } from '#kernel/quantity'
import { after, minutesMs } from '#kernel/time'
import { covers, type Products } from '#modules/products'
import { buyingUnitOf } from '#modules/structure'
import type { Tx } from '#platform/db'
import { crashPoint } from '#platform/faults'
import { claimKey, type IdempotencyClaim, keepAnswerWithin } from '#platform/idempotency'
import { type Attempt, requesterOf, reservationMinutes, reservedIn } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { findAttempt, insertAttempt } from '../store.ts'
import { assertTotalUnchanged } from './check-order.ts'
import { assertReady } from './check-terms.ts'
import type { OrderTerms } from './order-terms.ts'
import { promiseBackorders } from './promise-backorders.ts'
import { calledOffBy, spendingOf } from './spending.ts'
import { type TotalledSnapshot, takeSnapshot } from './take-snapshot.ts'
import { trimReferences } from './trim-references.ts'

export type StartCheckoutInput = OrderTerms & {
  /** Absent: the active cart. */
  readonly cartId?: string | undefined
  readonly expectedSnapshotVersion: number
  /** The total that the buyer saw and accepted. */
  readonly acceptedTotal?: { readonly amount: string; readonly currency: string } | undefined
  readonly idempotency: IdempotencyClaim | undefined
  /** The answer for the Idempotency-Key to keep. */
  readonly answer?: (started: Attempt) => object
}

/**
 * One transaction checks the cart's version, every price and every stock row, reserves the stock, stores the snapshot
 * and locks the cart. A refusal leaves nothing behind.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  actor: Actor,
  request: StartCheckoutInput,
): Promise<Attempt> {
  const input = trimReferences(request)
  await assertReady(deps, actor, input)
  const now = deps.now()
  const id = newId('chk', now)
  const attempt = await deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return getFirst(tx, actor, firstId)

    const { cartId, expectedSnapshotVersion } = input
    const cart = await deps.carts.lockForCheckout(tx, actor, {
      cartId,
      expectedSnapshotVersion,
      checkoutId: id,
    })
    const { unitId } = await buyingUnitOf(tx, actor, cart.unitId)
    const snapshot = await takeSnapshot(deps, tx, actor, cart, input, { unitId, now })
    const started = newAttempt(id, actor, cart.cartId, snapshot, now)
    assertTotalUnchanged(started, input)
    const { products } = deps
    const attempt = await takeGoods(deps, tx, actor, started, (lines) =>
      products.reserve(tx, lines),
    )
    insertAttempt(tx, attempt)
    const { idempotency, answer } = input
    if (answer) keepAnswerWithin(tx, idempotency, () => answer(attempt))
    return attempt
  })
  crashPoint('checkout.reserved')
  return attempt
}

/** Participant: takes the stock, reserved or sold, as far as it covers the lines, the budgets and the quotas of frame contracts; or nothing at all. */
export async function takeGoods(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  started: Attempt,
  takeStock: TakeStock,
): Promise<Attempt> {
  const snapshot = await withStock(deps, tx, started, takeStock)
  crashPoint('checkout.stock_reserved')
  const { unitId } = started.snapshot
  const spending = { checkoutId: started.id, unitId, ...spendingOf(started) }
  const requester = requesterOf(started)
  const spender = requester === actor.id ? actor : { companyId: actor.companyId, id: requester }
  const budgeted = await deps.budgets.hold(tx, spender, spending, started.createdAt)
  const contracts = await deps.quotas.hold(tx, calledOffBy(started), started.createdAt)
  return { ...started, budgeted, snapshot: { ...snapshot, ...(contracts && { contracts }) } }
}

type TakeStock = (lines: ReturnType<typeof reservedIn>) => ReturnType<Products['reserve']>

/**
 * What the stock does not cover is backordered whole, if its supplier takes it. The first call has locked the stock of all
 * lines, so the second cannot be short.
 */
async function withStock(
  deps: CheckoutDeps,
  tx: Tx,
  { snapshot, createdAt }: Attempt,
  takeStock: TakeStock,
): Promise<Attempt['snapshot']> {
  const shortages = await takeStock(reservedIn(snapshot))
  if (shortages.length === 0) return snapshot
  const refused = shortages.filter(({ backorder, requested }) => !covers(backorder, requested))
  if (refused.length > 0) {
    throw fail('stock_short', {
      lines: refused.map(({ productId, requested, available }) => ({
        productId,
        requested: numberOf(requested),
        available: numberOf(available),
      })),
    })
  }
  const lines = await promiseBackorders(deps, tx, snapshot.lines, shortages, createdAt)
  const backordered = { ...snapshot, lines }
  const short = await takeStock(reservedIn(backordered))
  assert.equal(short.length, 0, 'the stock of the other lines is locked')
  return backordered
}

async function getFirst(tx: Tx, actor: Actor, attemptId: string): Promise<Attempt> {
  const first = await findAttempt(tx, actor.companyId, attemptId)
  if (!first) throw new Error(`checkout ${attemptId} is named by its key but not stored`)
  return first
}

/** A new attempt. Without a cart, for an order that is placed without one. */
export function newAttempt(
  id: Id<'chk'>,
  actor: Actor,
  cartId: Attempt['cartId'],
  snapshot: TotalledSnapshot,
  now: Date,
): Attempt {
  const reservedUntil = after(now, minutesMs(reservationMinutes))
  return {
    id,
    companyId: actor.companyId,
    ownerId: actor.id,
    cartId,
    state: 'RESERVED',
    snapshot,
    total: snapshot.amounts.total,
    budgeted: false,
    approval: undefined,
    createdAt: now,
    reservedUntil,
    paymentId: undefined,
    paymentInitiatedAt: undefined,
    orderId: undefined,
    endedAt: undefined,
    cancelledBy: undefined,
    nextLook: reservedUntil,
    failure: undefined,
  }
}
