import { type Actor, ownerIdOf } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { ownerOf, type WhichCart } from '../cart.ts'
import { CartShared } from '../events.ts'
import { fail } from '../failures.ts'
import { findCart } from '../store.ts'
import { holdCarts } from './cart-set-store.ts'
import { assertMayReceive, type HandOverDeps } from './hand-over-cart.ts'
import { notifyReceiver } from './notify-receiver.ts'
import {
  type CartShare,
  deleteShares,
  findShareOf,
  listShares,
  putShare,
  type ShareRight,
} from './share-store.ts'

export const sharesMax = 50

/** READ: see it. EDIT: change its lines. OWN: everything else, for its owner alone. */
export type CartNeed = ShareRight | 'OWN'

/**
 * Names the owner of a cart that is shared with the actor. Throws if the actor's right is not enough. A cart of the actor, and one
 * that is not shared with the actor, stay as they are: what follows finds carts of the actor only.
 */
export async function reachCart(
  { database }: { readonly database: Database },
  actor: Actor,
  which: WhichCart,
  need: CartNeed,
): Promise<WhichCart> {
  const { cartId } = which
  if (cartId === undefined) return which
  const { companyId } = actor
  const member = { companyId, cartId, memberId: ownerIdOf(actor) }
  const share = await findShareOf(database.pool, member)
  if (!share) return which
  if (need === 'OWN') throw fail('not_owner', { cartId })
  if (need === 'EDIT' && share.right === 'READ') throw fail('read_only', { cartId })
  return { ...which, ownerId: share.ownerId }
}

/** With whom the actor shares a cart. */
export async function readShares(
  { database }: HandOverDeps,
  actor: Actor,
  cartId: string,
): Promise<CartShare[]> {
  await reachCart({ database }, actor, { cartId }, 'OWN')
  const cart = await findCart(database.pool, ownerOf(actor, cartId))
  if (!cart) throw fail('not_found', { cartId })
  return listShares(database.pool, actor.companyId, cartId)
}

/** A second request for the same member changes the right. */
export async function shareCart(
  deps: HandOverDeps,
  actor: Actor,
  cartId: string,
  { memberId, right }: Pick<CartShare, 'memberId' | 'right'>,
): Promise<CartShare[]> {
  const { companyId } = actor
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const cart = await holdOwnCart(tx, actor, cartId)
    await assertMayReceive(deps, tx, actor, memberId)
    const before = await listShares(tx, companyId, cartId)
    const known = before.find((share) => share.memberId === memberId)
    if (known?.right === right) return before
    if (!known && before.length >= sharesMax)
      throw fail('shares_limit_reached', { limit: sharesMax })
    await putShare(tx, { companyId, cartId }, { memberId, right, sharedAt: now })
    if (!known)
      await notifyReceiver(deps, tx, actor, { cart, receiverId: memberId, kind: 'shared' }, now)
    await emit(tx, CartShared, {
      companyId,
      entityId: cartId,
      entityVersion: cart.snapshot_version,
      data: { cartId, ownerId: ownerIdOf(actor), memberId, right },
      occurredAt: now,
    })
    auditShare(tx, actor, cartId, { memberId, right }, now)
    return listShares(tx, companyId, cartId)
  })
}

/** The owner ends a share, or the member leaves the cart. A share that has ended stays so. */
export async function endShare(
  { database, now: clock }: HandOverDeps,
  actor: Actor,
  cartId: string,
  memberId: string,
): Promise<void> {
  const { companyId } = actor
  const now = clock()
  await database.transaction(async (tx) => {
    if (memberId !== ownerIdOf(actor)) await holdOwnCart(tx, actor, cartId)
    if ((await deleteShares(tx, { companyId, cartId }, memberId)) === 0) return
    auditShare(tx, actor, cartId, { memberId, right: undefined }, now)
  })
}

/** Participant: no other request shares the cart, hands it over or deletes it until the transaction ends. */
async function holdOwnCart(tx: Tx, actor: Actor, cartId: string) {
  const held = (await holdCarts(tx, ownerOf(actor))).find(({ id }) => id === cartId)
  if (held) return held
  const member = { companyId: actor.companyId, cartId, memberId: ownerIdOf(actor) }
  throw (await findShareOf(tx, member))
    ? fail('not_owner', { cartId })
    : fail('not_found', { cartId })
}

function auditShare(
  tx: Tx,
  actor: Actor,
  cartId: string,
  { memberId, right }: { readonly memberId: string; readonly right: ShareRight | undefined },
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: right ? 'cart.shared' : 'cart.share_ended',
    target: { type: 'cart', id: cartId },
    outcome: 'done',
    details: { userId: memberId, ...(right && { right }) },
    now,
  })
}
