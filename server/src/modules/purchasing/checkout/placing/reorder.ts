import type { Actor } from '#kernel/actor'
import type { ItemsAdded } from '#modules/cart'
import type { OrderDocument } from '#modules/orders'
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
  const lines = productsOf(await deps.orders.getOwn(actor, orderId))
  return deps.carts.addItems(actor, lines)
}

/** A product that went to several addresses is one line of a cart. */
function productsOf({ lines }: OrderDocument) {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}
