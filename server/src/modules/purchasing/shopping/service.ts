import type { Actor } from '#kernel/actor'
import type { Carts, ItemsAdded } from '#modules/cart'
import type { RateTable } from '#modules/fx'
import type { Products } from '#modules/products'
import type { LineQuote } from '#modules/quotes'
import { buyingUnitOf } from '#modules/structure'
import { changeItem, type ItemChange, removeItem } from './change-items.ts'
import { changeList, createList, type ListInput, readList, removeList } from './change-lists.ts'
import { fail } from './failures.ts'
import {
  type FillDeps,
  fillList,
  type ItemSource,
  type ListFilled,
  putItems,
  readSource,
  soldAmong,
} from './fill-list.ts'
import { listItems } from './item-store.ts'
import type { ListItem, ShoppingList } from './list.ts'

/** A list with its items, and today's offer for each product that the company can still buy. */
export type FullList = {
  readonly list: ShoppingList
  readonly items: readonly ListItem[]
  readonly offers: ReadonlyMap<string, LineQuote['product']>
  /** The rates into the currency of the company. Undefined: no price needs one, or there is none. */
  readonly rates: RateTable | undefined
}

export type PutIntoCart = ItemsAdded & {
  /** The chosen items that the list does not have any more. */
  readonly missingItemIds: readonly string[]
}

type ItemOfList = { readonly listId: string; readonly itemId: string }

export type Shopping = {
  /** Throws `shopping.list_not_found`, as all others do. */
  read(actor: Actor, listId: string): Promise<FullList>
  /** Creates a list. With a source, it begins with its products. */
  create(actor: Actor, input: ListInput, source: ItemSource | undefined): Promise<ListFilled>
  change(actor: Actor, listId: string, change: Partial<ListInput>): Promise<ShoppingList>
  remove(actor: Actor, listId: string): Promise<ShoppingList>
  fill(actor: Actor, listId: string, source: ItemSource): Promise<ListFilled>
  changeItem(actor: Actor, item: ItemOfList, change: ItemChange): Promise<ShoppingList>
  removeItem(actor: Actor, item: ItemOfList): Promise<ShoppingList>
  /** Puts the chosen items, or all of them, into the cart of the actor, by the rules of the cart. */
  putIntoCart(
    actor: Actor,
    listId: string,
    itemIds: readonly string[] | undefined,
  ): Promise<PutIntoCart>
}

export type ShoppingDeps = FillDeps & {
  readonly carts: Pick<Carts, 'addItems'>
  readonly ratesFor: Products['ratesFor']
}

export function createShopping(deps: ShoppingDeps): Shopping {
  return {
    read: (actor, listId) => readFullList(deps, actor, listId),
    create: (actor, input, source) => createFilled(deps, actor, input, source),
    change: (actor, listId, change) => changeList(deps, actor, listId, change),
    remove: (actor, listId) => removeList(deps, actor, listId),
    fill: (actor, listId, source) => fillList(deps, actor, listId, source),
    changeItem: (actor, item, change) => changeItem(deps, actor, item, change),
    removeItem: (actor, item) => removeItem(deps, actor, item),
    putIntoCart: (actor, listId, itemIds) => putIntoCart(deps, actor, listId, itemIds),
  }
}

async function readFullList(
  { database, quoter, ratesFor }: ShoppingDeps,
  actor: Actor,
  listId: string,
): Promise<FullList> {
  const { pool } = database
  const list = await readList(pool, actor, listId)
  const items = await listItems(pool, list)
  const { language } = actor
  const quotes = await quoter.quote(pool, await buyingUnitOf(pool, actor), items, { language })
  const offers = new Map([...quotes].map(([productId, { product }]) => [productId, product]))
  const currencies = [...offers.values()].map(({ pricing }) => pricing.list.currency)
  const rates = await ratesFor(actor, [...new Set(currencies)], undefined)
  return { list, items, offers, rates }
}

async function createFilled(
  deps: ShoppingDeps,
  actor: Actor,
  input: ListInput,
  source: ItemSource | undefined,
): Promise<ListFilled> {
  const found = source ? await readSource(deps, actor, source) : { items: [], unmatched: [] }
  const isSold = await soldAmong(deps, actor, found.items)
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const list = await createList(tx, actor, input, now)
    return putItems(tx, list, { ...found, isSold, now })
  })
}

async function putIntoCart(
  { database, carts }: ShoppingDeps,
  actor: Actor,
  listId: string,
  itemIds: readonly string[] | undefined,
): Promise<PutIntoCart> {
  const list = await readList(database.pool, actor, listId)
  const items = await listItems(database.pool, list)
  if (items.length === 0) throw fail('nothing_to_order', { listId })
  const chosen = itemIds && new Set(itemIds)
  const toAdd = chosen ? items.filter(({ id }) => chosen.has(id)) : items
  const known = new Set<string>(items.map(({ id }) => id))
  const missingItemIds = [...(chosen ?? [])].filter((id) => !known.has(id))
  const added = await carts.addItems(
    actor,
    toAdd.map(({ productId, quantity }) => ({ productId, quantity })),
  )
  return { ...added, missingItemIds }
}
