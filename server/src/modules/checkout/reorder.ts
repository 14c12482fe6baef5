import type { Actor } from '#kernel/actor'
import type { ItemsAdded } from '#modules/cart'
import type { OrderDocument } from '#modules/orders'
import type { CheckoutDeps } from './deps.ts'

/**
 * By the cart's own rules: a product that is in it already is a quantity to decide on, and stays as it is. So asking
 * twice, or again after a crash, adds nothing twice. What is short today is added all the same, and is a problem of the
 * cart. An operator reads every order, and buys none of them for the platform.
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
