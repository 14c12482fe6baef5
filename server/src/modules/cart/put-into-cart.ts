import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { newId } from '#kernel/id'
import type { LineQuote } from '#modules/catalog'
import type { Tx } from '#platform/db'
import { ownerOf } from './cart.ts'
import { applyChange } from './change-store.ts'
import { fail, itemExists } from './failures.ts'
import { pricesOf, type ReadCartDeps } from './read-cart.ts'
import type { AddItem } from './requests.ts'
import { insertCartOnce } from './store.ts'

/** What became of products that were to be put into a cart: each is in it afterwards, or here with what adding it by hand meets. */
export type PutIntoCart = {
  readonly added: number
  readonly notAdded: readonly { readonly item: AddItem; readonly failure: Failure }[]
}

/** A participant: all of it in the transaction of the caller. Throws where a checkout holds the cart. */
export type Put = (tx: Tx, now: Date) => Promise<PutIntoCart>

/**
 * Looks up what these are, and returns what puts them into the actor's cart. A product that is in it already stays as it
 * is: it is a quantity for the person to decide on.
 */
export async function readyToPut(
  deps: ReadCartDeps,
  actor: Actor,
  items: readonly AddItem[],
): Promise<Put> {
  const { database, catalog, companyOf } = deps
  const quotes = await catalog.quote(database.pool, actor.companyId, items)
  const { currency, country } = await companyOf(actor.companyId)
  const owner = ownerOf(actor)
  return async (tx, now) => {
    const cart = { owner, id: newId('cart', now), currency, country, now }
    await insertCartOnce(tx, cart)
    const outcomes: PutIntoCart['notAdded'][number][] = []
    for (const item of items) {
      const failure = await putOne(tx, owner, item, quotes.get(item.productId), now)
      if (failure) outcomes.push({ item, failure })
    }
    return { added: items.length - outcomes.length, notAdded: outcomes }
  }
}

/** Undefined when it is in the cart now, by this. */
async function putOne(
  tx: Tx,
  owner: ReturnType<typeof ownerOf>,
  { productId, quantity }: AddItem,
  quote: LineQuote | undefined,
  now: Date,
): Promise<Failure | undefined> {
  if (!quote) return fail('product_not_found', { productId })
  if (quote.state === 'DISCONTINUED') return fail('product_discontinued', { productId })
  const prices = pricesOf(quote.product)
  const change = { itemId: newId('itm', now), productId, quantity, prices }
  const outcome = await applyChange(tx, owner, { kind: 'add_item', ...change }, now)
  switch (outcome.state) {
    case 'CHANGED':
      return undefined
    case 'LOCKED':
      throw fail('locked_by_checkout', outcome.lock)
    case 'EXISTS':
      return itemExists(outcome.line)
    case 'FULL':
      return fail('lines_limit_reached')
    default:
      throw new Error(`a line to be added met ${outcome.state}`)
  }
}
