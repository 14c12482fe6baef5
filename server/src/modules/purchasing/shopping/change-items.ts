import type { Actor } from '#kernel/actor'
import type { Quantity } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { type ChangeDeps, lockOwnList, noteItemsChanged } from './change-lists.ts'
import { fail } from './failures.ts'
import { deleteItem, listItems, renumberItems, updateItem } from './item-store.ts'
import type { ListItem, ShoppingList } from './list.ts'

export type ItemChange = {
  readonly quantity?: Quantity | undefined
  /** Null: no note any more. */
  readonly note?: string | null | undefined
  /** The new place, from 1. A larger number than the list has items means the end. */
  readonly position?: number | undefined
}

/** Absent fields do not change. */
export function changeItem(
  deps: ChangeDeps,
  actor: Actor,
  { listId, itemId }: { readonly listId: string; readonly itemId: string },
  { quantity, note, position }: ItemChange,
): Promise<ShoppingList> {
  return withItem(deps, actor, listId, itemId, async (tx, list, items, item) => {
    const text = note === undefined ? item.note : note?.trim() || undefined
    await updateItem(tx, list, { ...item, quantity: quantity ?? item.quantity, note: text })
    if (position !== undefined) {
      const others = items.filter(({ id }) => id !== itemId)
      await renumberItems(
        tx,
        list,
        others.toSpliced(position - 1, 0, item).map(({ id }) => id),
      )
    }
  })
}

export function removeItem(
  deps: ChangeDeps,
  actor: Actor,
  { listId, itemId }: { readonly listId: string; readonly itemId: string },
): Promise<ShoppingList> {
  return withItem(deps, actor, listId, itemId, async (tx, list, items) => {
    await deleteItem(tx, list, itemId)
    const others = items.filter(({ id }) => id !== itemId)
    await renumberItems(
      tx,
      list,
      others.map(({ id }) => id),
    )
  })
}

async function withItem(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  listId: string,
  itemId: string,
  change: (tx: Tx, list: ShoppingList, items: readonly ListItem[], item: ListItem) => Promise<void>,
): Promise<ShoppingList> {
  const now = clock()
  return database.transaction(async (tx) => {
    const list = await lockOwnList(tx, actor, listId)
    const items = await listItems(tx, list)
    const item = items.find(({ id }) => id === itemId)
    if (!item) throw fail('item_not_found', { itemId })
    await change(tx, list, items, item)
    return noteItemsChanged(tx, list, now)
  })
}
