import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { newId } from '#kernel/id'
import { distinctionOf, productLineKeyOf, trimEach } from '#modules/orders/line-references'
import type { LineQuote } from '#modules/quotes'
import type { Tx } from '#platform/db'
import { type Cart, type CartLine, linesMax, type WhichCart } from '../cart.ts'
import { fail, itemExists } from '../failures.ts'
import {
  assertCartExists,
  findBuyerOfCart,
  ownerIn,
  pricesOf,
  type ReadCartDeps,
} from '../read-cart.ts'
import { findHeldCart, insertCartOnce, type NewCart } from '../store.ts'
import { refusalsOf } from './check-distinction.ts'
import { insertLines } from './insert-lines.ts'
import type { AddItem } from './requests.ts'

/** Each product is in the cart afterwards, or in `notAdded` with the failure that adding it alone would have. */
export type PutIntoCart = {
  readonly added: number
  readonly notAdded: readonly { readonly item: AddItem; readonly failure: Failure }[]
  /** The cart after the change. */
  readonly cart: Cart
  /** The products that were looked up. */
  readonly offers: ReadonlyMap<string, LineQuote['product']>
}

/** Participant: puts all products in, in the caller's transaction. Throws if a checkout holds the cart. */
export type Put = (tx: Tx, now: Date) => Promise<PutIntoCart>

/**
 * Looks up the products, and returns the function that puts them into the cart. A product that is in the cart
 * already stays as it is: the buyer decides on its quantity. The number of statements does not depend on the number of
 * products.
 */
export async function preparePut(
  deps: ReadCartDeps,
  actor: Actor,
  items: readonly AddItem[],
  which: WhichCart = {},
): Promise<Put> {
  await assertCartExists(deps, actor, which)
  const { database, quoter, companyOf } = deps
  const { companyId, language } = actor
  const buyer = await findBuyerOfCart(database.pool, actor, which)
  const quotes = await quoter.quote(database.pool, buyer, items, { language })
  const offers = new Map([...quotes].map(([productId, { product }]) => [productId, product]))
  const { currency, country } = await companyOf(companyId)
  const owner = ownerIn(actor, which)
  const refusals = await refusalsOf(deps, actor, which, items)
  return async (tx, now) => {
    const newCart = { owner, id: newId('cart', now), currency, country, now }
    const cart = await holdCart(tx, newCart)
    const { lines, notAdded } = linesToAdd(cart, { items, refusals }, quotes, now)
    return { added: lines.length, notAdded, cart: await insertLines(tx, cart, lines, now), offers }
  }
}

/** The active cart is made on first use. It is looked for again if another cart became active in the meantime. */
async function holdCart(tx: Tx, newCart: NewCart): Promise<Cart> {
  const { owner } = newCart
  const { cartId } = owner
  if (cartId !== undefined) {
    const cart = await findHeldCart(tx, owner)
    if (!cart) throw fail('not_found', { cartId })
    return cart
  }
  for (;;) {
    const cart = (await insertCartOnce(tx, newCart)) ?? (await findHeldCart(tx, owner))
    if (cart) return cart
  }
}

/** In the order of the items. Of two equal items the first is added, and the second is refused as already in the cart. */
function linesToAdd(
  cart: Cart,
  {
    items,
    refusals,
  }: { readonly items: readonly AddItem[]; readonly refusals: readonly (Failure | undefined)[] },
  quotes: ReadonlyMap<string, LineQuote>,
  now: Date,
) {
  const lineByKey = new Map(cart.lines.map((line) => [productLineKeyOf(line), line]))
  const lines: CartLine[] = []
  const notAdded: PutIntoCart['notAdded'][number][] = []
  for (const [at, item] of items.entries()) {
    const { productId, quantity } = item
    const distinction = trimEach(distinctionOf(item))
    const key = productLineKeyOf({ productId, ...distinction })
    const quote = quotes.get(productId)
    const failure = refusalOf(cart, lineByKey, { productId, key }, quote) ?? refusals[at]
    if (failure) {
      notAdded.push({ item, failure })
    } else if (quote) {
      const addedPrices = pricesOf(quote.product)
      const id = newId('itm', now)
      const line = { id, itemVersion: 1, productId, quantity, addedPrices, ...distinction }
      lines.push(line)
      lineByKey.set(key, line)
    }
  }
  return { lines, notAdded }
}

function refusalOf(
  { lock }: Cart,
  lineByKey: ReadonlyMap<string, CartLine>,
  { productId, key }: { readonly productId: string; readonly key: string },
  quote: LineQuote | undefined,
): Failure | undefined {
  if (!quote) return fail('product_not_found', { productId })
  if (quote.state === 'DISCONTINUED') return fail('product_discontinued', { productId })
  if (lock) throw fail('locked_by_checkout', lock)
  const line = lineByKey.get(key)
  if (line) return itemExists(line)
  return lineByKey.size >= linesMax ? fail('lines_limit_reached') : undefined
}
