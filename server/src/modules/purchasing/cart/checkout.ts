import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Quantity } from '#kernel/quantity'
import { distinctionOf, type LineDistinction } from '#modules/orders/line-references'
import type { Tx } from '#platform/db'
import { type CheckoutState, ownerOf } from './cart.ts'
import { deleteBoughtLines, lockCart, markLockState, markUnlocked } from './checkout-store.ts'
import { fail } from './failures.ts'
import { findCart } from './store.ts'

/** The cart of a checkout: its lines at the moment when it was locked. */
export type CartTaken = {
  readonly cartId: Id<'cart'>
  readonly snapshotVersion: number
  readonly currency: string
  readonly country: string
  /** The unit that the owner chose. Undefined: the one for which the owner buys otherwise. */
  readonly unitId?: string | undefined
  readonly lines: readonly TakenLine[]
  /** This checkout held the cart already: the call changed nothing. */
  readonly alreadyLocked: boolean
}

export type TakenLine = LineDistinction & {
  readonly itemId: Id<'itm'>
  readonly productId: string
  readonly quantity: Quantity
}

export type CheckoutOfCart = {
  /** Absent: the active cart. */
  readonly cartId?: string | undefined
  readonly expectedSnapshotVersion: number
  readonly checkoutId: string
}

/**
 * Participant. Locks the actor's cart for a checkout, in the transaction that reserves its stock: both happen or
 * neither. A second call for the same checkout finds its own lock.
 */
export async function lockForCheckout(
  tx: Tx,
  actor: Actor,
  checkout: CheckoutOfCart,
): Promise<CartTaken> {
  const { cartId, checkoutId, expectedSnapshotVersion: expected } = checkout
  const owner = ownerOf(actor, cartId)
  const cartAtCheckout = await lockCart(tx, owner, checkout)
  if (!cartAtCheckout) {
    if (cartId !== undefined) throw fail('not_found', { cartId })
    if (!(await findCart(tx, owner))) throw fail('empty')
    // Another cart became active while the statement waited for the one before.
    return lockForCheckout(tx, actor, checkout)
  }

  // The row is locked: nobody can change the cart before the commit.
  const cart = cartAtCheckout.cart ?? (await findCart(tx, owner))
  assert(cart, 'a cart with a held row must exist')
  if (!cartAtCheckout.locked) {
    if (cart.lock && cart.lock.checkoutId !== checkoutId)
      throw fail('locked_by_checkout', cart.lock)
    if (cart.snapshotVersion !== expected) {
      throw fail('version_conflict', { expected, current: cart.snapshotVersion })
    }
    if (cart.lines.length === 0) throw fail('empty')
  }
  return {
    cartId: cart.id,
    snapshotVersion: cart.snapshotVersion,
    currency: cart.currency,
    country: cart.country,
    unitId: cart.unitId,
    lines: cart.lines.map((line) => ({
      itemId: line.id,
      productId: line.productId,
      quantity: line.quantity,
      ...distinctionOf(line),
    })),
    alreadyLocked: !cartAtCheckout.locked,
  }
}

export type Bought = {
  readonly checkoutId: string
  readonly lines: readonly { readonly itemId: string }[]
  readonly now: Date
}

/**
 * `ALREADY_RELEASED`: an earlier call released the cart, so the checkout no longer holds it, and nothing was changed.
 */
export type Release = 'RELEASED' | 'ALREADY_RELEASED'

/** Participant. Unlocks the cart of a checkout without an order. Its lines and versions do not change. */
export async function unlockAfterCheckout(
  tx: Tx,
  companyId: Id<'co'>,
  cartId: string,
  checkoutId: string,
): Promise<Release> {
  const isUnlocked = await markUnlocked(tx, companyId, cartId, checkoutId)
  return isUnlocked ? 'RELEASED' : 'ALREADY_RELEASED'
}

/**
 * Participant. Removes the bought lines from the cart and unlocks it, just before the commit. A second call, by a
 * worker after a crash, finds the cart unlocked and leaves alone what its owner has added since.
 */
export function removeBoughtLines(
  tx: Tx,
  companyId: Id<'co'>,
  cartId: string,
  { checkoutId, lines, now }: Bought,
): void {
  const itemIds = lines.map((line) => line.itemId)
  deleteBoughtLines(tx, { companyId, cartId, checkoutId, itemIds, now })
}

export type CheckoutLock = { readonly checkoutId: string; readonly state: CheckoutState }

/**
 * Participant. Shows the cart's readers the state of the checkout, from the commit on. Does nothing if the checkout
 * does not hold the cart.
 */
export function setLockState(
  tx: Tx,
  companyId: Id<'co'>,
  cartId: string,
  { checkoutId, state }: CheckoutLock,
): void {
  markLockState(tx, { companyId, cartId, checkoutId, state })
}
