import type { Actor } from '#kernel/actor'
import { decimalOf, priceOfOne, type UnitPrice, unitPrice } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { PriceTier, WhichCart } from '../cart.ts'
import { fail } from '../failures.ts'
import { isSamePrice } from '../problems.ts'
import { buyerOfCart, ownerIn, pricesOf, type ReadCartDeps } from '../read-cart.ts'
import { findCart } from '../store.ts'
import type { MoneyText } from './requests.ts'

type Acceptance = {
  readonly itemId: string
  readonly quantity: Quantity
  readonly expectedItemVersion: number
  readonly accepted: MoneyText
}

/**
 * Today's prices of a line, if the buyer accepted today's price at this quantity: from now on the line is compared with
 * them. Undefined if the line does not exist in that version; the change itself then reports it.
 */
export async function acceptPrice(
  deps: ReadCartDeps,
  actor: Actor,
  { itemId, quantity, expectedItemVersion, accepted }: Acceptance,
  which: WhichCart,
): Promise<readonly PriceTier[] | undefined> {
  const { database, quoter } = deps
  const cart = await findCart(database.pool, ownerIn(actor, which))
  const line = cart?.lines.find(({ id }) => id === itemId)
  if (!cart || line?.itemVersion !== expectedItemVersion) return undefined
  const { productId } = line
  const { currency, country } = cart
  // All lines of the product decide on its tier.
  const items = cart.lines
    .filter((one) => one.productId === productId)
    .map((one) => (one === line ? { productId, quantity } : one))
  const buyer = await buyerOfCart(database.pool, actor, which, cart)
  const quotes = await quoter.quote(database.pool, buyer, items, { currency, country })
  const quote = quotes.get(productId)
  if (!quote || quote.state === 'DISCONTINUED') throw fail('product_discontinued', { productId })
  const price = quote.unitPrice && priceOfOne(quote.unitPrice)
  if (!price || !isSamePrice(price, unitPrice(accepted.amount, accepted.currency))) {
    throw fail('price_changed', {
      itemId,
      accepted,
      ...(price ? { current: viewPrice(price) } : {}),
    })
  }
  return pricesOf(quote.product)
}

function viewPrice(price: UnitPrice): MoneyText {
  return { amount: decimalOf(price), currency: price.currency }
}
