import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { UnitPrice } from '#kernel/money'
import type { Tx } from '#platform/db'
import { type CheckoutState, ownerOf, priceAt } from './cart.ts'
import { deleteBoughtLines, lockCart, markLockState, markUnlocked } from './checkout-store.ts'
import { fail } from './failures.ts'
import { findCart } from './store.ts'

/** What a checkout takes: the lines as they were when the cart was locked. */
export type CartTaken = {
  readonly cartId: Id<'cart'>
  readonly snapshotVersion: number
  readonly currency: string
  readonly country: string
  readonly lines: readonly TakenLine[]
  /** This checkout held the cart already: nothing was changed by this call. */
  readonly alreadyLocked: boolean
}

export type TakenLine = {
  readonly itemId: Id<'itm'>
  readonly productId: string
  readonly quantity: number
  /** The price at this quantity when the line was added, in the supplier's currency. */
  readonly addedUnitPrice: UnitPrice | undefined
}

export type CheckoutOfCart = {
  readonly expectedSnapshotVersion: number
  readonly checkoutId: string
}

/**
 * Participant. Locks the actor's cart for a checkout, in the transaction that reserves its stock: either both are
 * there or neither. Twice for the same checkout is harmless: the second call finds its own lock.
 */
export async function lockForCheckout(
  tx: Tx,
  actor: Actor,
  checkout: CheckoutOfCart,
): Promise<CartTaken> {
  const { checkoutId, expectedSnapshotVersion: expected } = checkout
  const owner = ownerOf(actor)
  const met = await lockCart(tx, owner, checkout)
  if (!met) throw fail('empty')

  // The row is held: what is read now cannot change before the commit.
  const cart = met.cart ?? (await findCart(tx, owner))
  assert(cart, 'a cart whose row is held')
  if (!met.locked) {
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
    lines: cart.lines.map((line) => ({
      itemId: line.id,
      productId: line.productId,
      quantity: line.quantity,
      addedUnitPrice: priceAt(line.addedPrices, line.quantity),
    })),
    alreadyLocked: !met.locked,
  }
}

export type Bought = {
  readonly checkoutId: string
  readonly lines: readonly { readonly itemId: string }[]
  readonly now: Date
}

/** `ALREADY_RELEASED`: the checkout no longer holds the cart, because this was done before, and nothing was changed. */
export type Release = 'RELEASED' | 'ALREADY_RELEASED'

/** Participant. Frees the cart of a checkout that came to nothing; the cart is as it was, its versions too. */
export async function unlockAfterCheckout(
  tx: Tx,
  companyId: Id<'co'>,
  cartId: string,
  checkoutId: string,
): Promise<Release> {
  const unlocked = await markUnlocked(tx, companyId, cartId, checkoutId)
  return unlocked ? 'RELEASED' : 'ALREADY_RELEASED'
}

/**
 * Participant. Takes what was bought out of the cart and frees it, before the commit. A second time, by a worker after a
 * crash, the cart is released and whatever its owner has put into it since is left alone.
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

/** Participant. Tells the cart's readers how far the checkout is, before the commit; not when it does not hold the cart. */
export function setLockState(
  tx: Tx,
  companyId: Id<'co'>,
  cartId: string,
  { checkoutId, state }: CheckoutLock,
): void {
  markLockState(tx, { companyId, cartId, checkoutId, state })
}
