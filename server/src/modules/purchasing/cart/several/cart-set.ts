import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { buyingUnitOf } from '#modules/structure'
import { oneAfterTheOther, type Tx } from '#platform/db'
import { type CartOwner, cartsMax, ownerOf } from '../cart.ts'
import { expectedVersionOf } from '../changing/expected-version.ts'
import type { Expected } from '../changing/requests.ts'
import { fail } from '../failures.ts'
import type { ReadCartDeps } from '../read-cart.ts'
import { insertCartOnce, toLock } from '../store.ts'
import {
  type CartSummary,
  countCarts,
  deleteInactiveCart,
  getCartSummary,
  holdCarts,
  insertInactiveCart,
  markActive,
} from './cart-set-store.ts'

/**
 * The first cart of a person becomes active. Every later one waits until its owner activates it: a client that knows of
 * one cart does not notice it.
 */
export async function createCart(
  { database, companyOf, now: clock }: ReadCartDeps,
  actor: Actor,
  { name: given, unitId }: { readonly name: string; readonly unitId?: string | undefined },
): Promise<CartSummary> {
  const owner = ownerOf(actor)
  const { companyId } = owner
  const { currency, country } = await companyOf(companyId)
  const now = clock()
  const name = given.trim()
  if (unitId !== undefined) await buyingUnitOf(database.pool, actor, unitId)
  const cart = { owner, id: newId('cart', now), currency, country, name, unitId, now }
  return database.transaction(async (tx) => {
    await oneAfterTheOtherOf(tx, owner)
    if ((await countCarts(tx, owner)) >= cartsMax) throw fail('limit_reached', { limit: cartsMax })
    if (!(await insertCartOnce(tx, cart))) await insertInactiveCart(tx, cart)
    return getCartSummary(tx, companyId, cart.id)
  })
}

/**
 * The cart gets a version that is higher than every version of the cart that was active before. A client of the active
 * cart that has not noticed the change is refused with a version conflict.
 */
export async function activateCart(
  { database }: ReadCartDeps,
  actor: Actor,
  cartId: string,
): Promise<void> {
  const owner = ownerOf(actor, cartId)
  await database.transaction(async (tx) => {
    const carts = await holdCarts(tx, owner)
    if (!carts.some(({ id }) => id === cartId)) throw fail('not_found', { cartId })
    const active = carts.find(({ owner_id }) => owner_id !== null)
    if (active?.id !== cartId) await markActive(tx, owner, active, cartId)
  })
}

/** Answers the cart before the deletion. The active cart stays: clear it, or activate another one first. */
export async function deleteCart(
  { database }: ReadCartDeps,
  actor: Actor,
  cartId: string,
  expected: Expected,
): Promise<CartSummary> {
  const owner = ownerOf(actor, cartId)
  return database.transaction(async (tx) => {
    const { isActive } = await holdLeavingCart(tx, owner, expected)
    if (isActive) throw fail('active_not_deletable', { cartId })
    const deleted = await getCartSummary(tx, owner.companyId, cartId)
    await deleteInactiveCart(tx, owner, cartId)
    return deleted
  })
}

/**
 * Participant: holds a cart that leaves its owner, until the transaction ends. Throws unless it has the expected version and no
 * checkout. The caller refuses the active cart, each with its own sentence.
 */
export async function holdLeavingCart(
  tx: Tx,
  owner: CartOwner,
  expected: Expected,
): Promise<{ readonly isActive: boolean }> {
  const { cartId = '' } = owner
  const held = (await holdCarts(tx, owner)).find(({ id }) => id === cartId)
  if (!held) throw fail('not_found', { cartId })
  const version = expectedVersionOf({ kind: 'clear', expected })
  if (version === undefined) {
    throw fail('expected_version_required', { field: 'expectedSnapshotVersion' })
  }
  if (held.owner_id !== null) return { isActive: true }
  const lock = toLock(held)
  if (lock) throw fail('locked_by_checkout', lock)
  if (held.snapshot_version !== version) {
    throw fail('version_conflict', { expected: version, current: held.snapshot_version })
  }
  return { isActive: false }
}

/** New carts of one person wait for each other, so that the limit holds. */
export function oneAfterTheOtherOf(tx: Tx, ...owners: readonly CartOwner[]): Promise<void> {
  const keys = owners.map(({ companyId, ownerId }) => `cart.carts ${companyId} ${ownerId}`)
  return oneAfterTheOther(tx, ...keys)
}
