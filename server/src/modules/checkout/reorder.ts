import type { Actor } from '#kernel/actor'
import type { QuotedCart } from '#modules/cart'
import type { OrderDocument } from '#modules/orders'
import type { CheckoutDeps } from './deps.ts'

/** A line that was not put into the cart, and why: by the code that adding it by hand would meet. */
export type NotReordered = {
  readonly productId: string
  readonly quantity: number
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

export type Reordered = {
  readonly cart: QuotedCart
  readonly added: number
  readonly notAdded: readonly NotReordered[]
}

/**
 * By the cart's own rules: a product that is in it already is a quantity to decide on, and stays as it is. So asking
 * twice, or again after a crash, adds nothing twice. What is short today is added all the same, and is a problem of the
 * cart. An operator reads every order, and buys none of them for the platform.
 */
export async function reorder(
  deps: CheckoutDeps,
  actor: Actor,
  orderId: string,
): Promise<Reordered> {
  const lines = productsOf(await deps.orders.getOwn(actor, orderId))
  const put = await deps.carts.readyToPut(actor, lines)
  const { added, notAdded } = await deps.database.transaction((tx) => put(tx, deps.now()))
  return {
    cart: await deps.carts.read(actor),
    added,
    notAdded: notAdded.map(({ item, failure: { code, message, details } }) => ({
      ...item,
      code,
      message,
      details,
    })),
  }
}

/** A product that went to several addresses is one line of a cart. */
function productsOf({ lines }: OrderDocument) {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}
