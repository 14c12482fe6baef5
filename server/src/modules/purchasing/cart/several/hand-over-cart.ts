import { type Actor, hasScopeSomewhere, may, ownerIdOf } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Conn, Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { cartsMax, ownerOf } from '../cart.ts'
import type { Expected } from '../changing/requests.ts'
import { CartHandedOver } from '../events.ts'
import { fail } from '../failures.ts'
import type { ReadCartDeps } from '../read-cart.ts'
import { holdLeavingCart, oneAfterTheOtherOf } from './cart-set.ts'
import { type CartSummary, countCarts, getCartSummary, markHandedOver } from './cart-set-store.ts'
import { type NotifyReceiverDeps, notifyReceiver } from './notify-receiver.ts'
import { deleteShares } from './share-store.ts'

export type HandOverDeps = ReadCartDeps &
  NotifyReceiverDeps & {
    /** An active member of the company with the present roles. */
    readonly findMember: (
      conn: Conn,
      companyId: string,
      userId: string,
    ) => Promise<Actor | undefined>
  }

export type HandOver = { readonly userId: string; readonly expected: Expected }

/**
 * The cart becomes one of the carts of another member, who activates or orders it by its id. From then on it does not
 * exist for its former owner. Answers the cart as the receiver has it.
 */
export async function handOverCart(
  deps: HandOverDeps,
  actor: Actor,
  cartId: string,
  { userId, expected }: HandOver,
): Promise<CartSummary> {
  const { companyId } = actor
  const owner = ownerOf(actor, cartId)
  const receiver = { companyId, ownerId: userId }
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    await oneAfterTheOtherOf(tx, owner, receiver)
    const { isActive } = await holdLeavingCart(tx, owner, expected)
    if (isActive) throw fail('active_not_handed_over', { cartId })
    await assertMayReceive(deps, tx, actor, userId)
    if ((await countCarts(tx, receiver)) >= cartsMax) {
      throw fail('receiver_limit_reached', { limit: cartsMax })
    }
    await markHandedOver(tx, owner, userId, now)
    const cart = await getCartSummary(tx, companyId, cartId)
    // Its new owner decides with whom to share it.
    await deleteShares(tx, { companyId, cartId })
    await notifyReceiver(deps, tx, actor, { cart, receiverId: userId, kind: 'handed_over' }, now)
    await emit(tx, CartHandedOver, {
      companyId,
      entityId: cartId,
      entityVersion: cart.snapshot_version,
      data: {
        cartId,
        formerOwnerId: ownerIdOf(actor),
        ownerId: userId,
        lineCount: cart.line_count,
      },
      occurredAt: now,
    })
    recordAudit(tx, {
      companyId,
      actor,
      action: 'cart.handed_over',
      target: { type: 'cart', id: cartId },
      outcome: 'done',
      details: { userId, lines: cart.line_count },
      now,
    })
    return cart
  })
}

/** Whoever may fill a cart: not somebody who only reads accounts. */
export async function assertMayReceive(
  { findMember }: HandOverDeps,
  tx: Tx,
  actor: Actor,
  userId: string,
): Promise<void> {
  const member =
    userId === ownerIdOf(actor) ? undefined : await findMember(tx, actor.companyId, userId)
  if (!member) throw fail('receiver_not_found', { userId })
  if (may(member, 'request_goods') || hasScopeSomewhere(member, 'orders:write')) return
  throw fail('receiver_may_not_order', { userId })
}
