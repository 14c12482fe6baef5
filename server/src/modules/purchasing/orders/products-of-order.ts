import type { Quantity } from '#kernel/quantity'
import type { OrderDocument } from './order.ts'

/** What somebody has to buy to get the same again. A product that went to several addresses is one of them. */
export function productsOfOrder({ lines }: Pick<OrderDocument, 'lines'>) {
  const quantities = new Map<string, Quantity>()
  for (const { productId, quantity } of lines) {
    quantities.set(productId, (quantities.get(productId) ?? 0n) + quantity)
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}
