import type { Actor } from '#kernel/actor'
import type { ItemsAdded } from '#modules/cart'
import { productsOfOrder } from '#modules/orders'
import type { CheckoutDeps } from '../deps.ts'

/**
 * Follows the rules of the cart: a product that is in it already keeps its quantity, for the buyer to decide. A repeat,
 * also after a crash, therefore adds nothing twice. A product that is short today is added all the same, and is a
 * problem of the cart. An operator reads every order, but cannot reorder for the platform.
 */
export async function reorder(
  deps: CheckoutDeps,
  actor: Actor,
  orderId: string,
): Promise<ItemsAdded> {
  const lines = productsOfOrder(await deps.orders.getOwn(actor, orderId))
  return deps.carts.addItems(actor, lines)
}
