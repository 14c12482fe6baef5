import type { Actor } from '#kernel/actor'
import type { Failure } from '#kernel/failure'
import { newIds } from '#kernel/id'
import type { Quantity } from '#kernel/quantity'
import { type Orders, productsOfOrder } from '#modules/orders'
import { type MatchedLine, orderLinesOf, type Quoter } from '#modules/quotes'
import { buyingUnitOf } from '#modules/structure'
import type { Tx } from '#platform/db'
import { type ChangeDeps, lockOwnList, noteItemsChanged, readList } from './change-lists.ts'
import { fail } from './failures.ts'
import { insertItems, listItems } from './item-store.ts'
import { itemsMax, type ListItem, type ShoppingList } from './list.ts'

export type NewItem = {
  readonly productId: string
  readonly quantity: Quantity
  readonly note?: string | undefined
}

/** Where the products of a list come from: exactly one of these. */
export type ItemSource = {
  readonly items?: readonly NewItem[] | undefined
  /** Part numbers with quantities, as somebody pasted them or as a file contains them. */
  readonly text?: string | undefined
  readonly orderId?: string | undefined
  readonly listId?: string | undefined
}

/** A line of a text that means no product, or several. Its number counts from 1. */
export type UnmatchedLine = { readonly line: number; readonly matched: MatchedLine }

export type FoundItems = {
  readonly items: readonly NewItem[]
  readonly unmatched: readonly UnmatchedLine[]
}

export type ListFilled = {
  readonly list: ShoppingList
  readonly added: number
  readonly notAdded: readonly { readonly item: NewItem; readonly failure: Failure }[]
  readonly unmatched: readonly UnmatchedLine[]
}

export type FillDeps = ChangeDeps & {
  readonly quoter: Quoter
  readonly orders: Pick<Orders, 'getOwn'>
}

/** Reads the products of the source. Throws `shopping.source_ambiguous` if it names none of them, or several. */
export async function readSource(
  deps: FillDeps,
  actor: Actor,
  { items, text, orderId, listId }: ItemSource,
): Promise<FoundItems> {
  const given = [items, text, orderId, listId].filter((one) => one !== undefined)
  if (given.length !== 1) throw fail('source_ambiguous')
  if (text !== undefined) return matchText(deps, actor, text)
  if (orderId !== undefined) {
    const ordered = productsOfOrder(await deps.orders.getOwn(actor, orderId))
    return { items: ordered, unmatched: [] }
  }
  if (listId !== undefined) {
    const { pool } = deps.database
    const copied = await listItems(pool, await readList(pool, actor, listId))
    return { items: copied, unmatched: [] }
  }
  return { items: items ?? [], unmatched: [] }
}

/** Adds the products of the source at the end of the list. One that is in the list already keeps its quantity. */
export async function fillList(
  deps: FillDeps,
  actor: Actor,
  listId: string,
  source: ItemSource,
): Promise<ListFilled> {
  const found = await readSource(deps, actor, source)
  const isSold = await soldAmong(deps, actor, found.items)
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const list = await lockOwnList(tx, actor, listId)
    return putItems(tx, list, { ...found, isSold, now })
  })
}

/** The products that the actor can buy. Lists take no others, but keep those that end later. */
export async function soldAmong(
  { database, quoter }: FillDeps,
  actor: Actor,
  items: readonly NewItem[],
): Promise<ReadonlySet<string>> {
  const { pool } = database
  return new Set((await quoter.quote(pool, await buyingUnitOf(pool, actor), items)).keys())
}

/** Participant: puts the items into a locked list, in their order. */
export async function putItems(
  tx: Tx,
  before: ShoppingList,
  {
    items,
    unmatched,
    isSold,
    now,
  }: FoundItems & { readonly isSold: ReadonlySet<string>; readonly now: Date },
): Promise<ListFilled> {
  const held = await listItems(tx, before)
  const itemOf = new Map(held.map((item) => [item.productId, item]))
  const added: ListItem[] = []
  const notAdded: ListFilled['notAdded'][number][] = []
  const ids = newIds('lsi', items.length, now)
  for (const [at, item] of items.entries()) {
    const { productId, quantity, note } = item
    const failure = refusalOf(productId, itemOf, isSold)
    if (failure) {
      notAdded.push({ item, failure })
      continue
    }
    const position = itemOf.size + 1
    const id = ids[at] as ListItem['id']
    const made = { id, productId, quantity, note: note?.trim() || undefined, position }
    itemOf.set(productId, made)
    added.push(made)
  }
  await insertItems(tx, before, added)
  const list = added.length > 0 ? await noteItemsChanged(tx, before, now) : before
  return { list, added: added.length, notAdded, unmatched }
}

function refusalOf(
  productId: string,
  itemOf: ReadonlyMap<string, ListItem>,
  isSold: ReadonlySet<string>,
): Failure | undefined {
  const held = itemOf.get(productId)
  if (held) return fail('item_exists', { itemId: held.id, productId })
  if (!isSold.has(productId)) return fail('product_not_found', { productId })
  return itemOf.size >= itemsMax ? fail('items_limit_reached', { limit: itemsMax }) : undefined
}

async function matchText({ quoter }: FillDeps, actor: Actor, text: string): Promise<FoundItems> {
  const lines = orderLinesOf(text)
  if (lines.length > itemsMax) {
    throw fail('text_too_long', { lines: lines.length, max: itemsMax })
  }
  const matched = await quoter.matchLines(
    actor,
    lines.map(({ read }) => read),
  )
  const items = matched.flatMap((line) =>
    line.status === 'matched' ? [{ productId: line.product.id, quantity: line.quantity }] : [],
  )
  const unmatched = matched.flatMap((line, at) =>
    line.status === 'matched' ? [] : [{ line: lines[at]?.line ?? at + 1, matched: line }],
  )
  return { items, unmatched }
}
