import type { Id } from '#kernel/id'
import { bigintOf, type Conn, sql, type Tx } from '#platform/db'
import type { ListItem, ShoppingList } from './list.ts'
import { tables } from './tables.ts'

type OfList = Pick<ShoppingList, 'companyId' | 'id'>

/** In the order of their positions. */
export async function listItems(conn: Conn, { companyId, id }: OfList): Promise<ListItem[]> {
  const rows = await tables(conn)
    .selectFrom('shopping.items')
    .select(['id', 'product_id', 'quantity', 'note', 'position'])
    .where('company_id', '=', companyId)
    .where('list_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ id, product_id, quantity, note, position }) => ({
    id: id as Id<'lsi'>,
    productId: product_id,
    quantity: BigInt(quantity),
    note: note ?? undefined,
    position,
  }))
}

/** The items of each list, counted. A list without items is missing. Name at least one list. */
export async function countItems(
  conn: Conn,
  companyId: string,
  listIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tables(conn)
    .selectFrom('shopping.items')
    .select(['list_id', ({ fn }) => fn.countAll<string>().as('count')])
    .where('company_id', '=', companyId)
    .where('list_id', 'in', listIds)
    .groupBy('list_id')
    .execute()
  return new Map(rows.map(({ list_id, count }) => [list_id, Number(count)]))
}

export async function insertItems(tx: Tx, list: OfList, items: readonly ListItem[]): Promise<void> {
  if (items.length === 0) return
  await tables(tx)
    .insertInto('shopping.items')
    .values(
      items.map((item) => ({
        company_id: list.companyId,
        list_id: list.id,
        id: item.id,
        product_id: item.productId,
        quantity: bigintOf(item.quantity),
        note: item.note ?? null,
        position: item.position,
      })),
    )
    .execute()
}

export async function updateItem(tx: Tx, list: OfList, item: ListItem): Promise<void> {
  await tables(tx)
    .updateTable('shopping.items')
    .set({ quantity: bigintOf(item.quantity), note: item.note ?? null })
    .where('company_id', '=', list.companyId)
    .where('list_id', '=', list.id)
    .where('id', '=', item.id)
    .execute()
}

export async function deleteItem(tx: Tx, list: OfList, itemId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('shopping.items')
    .where('company_id', '=', list.companyId)
    .where('list_id', '=', list.id)
    .where('id', '=', itemId)
    .execute()
}

/** Numbers the items in the order of their ids here. */
export async function renumberItems(tx: Tx, list: OfList, ids: readonly string[]): Promise<void> {
  await sql`
    update shopping.items i set position = o.position
    from unnest(${[...ids]}::text[]) with ordinality as o(id, position)
    where i.company_id = ${list.companyId} and i.list_id = ${list.id} and i.id = o.id and i.position <> o.position
  `.execute(tx)
}
