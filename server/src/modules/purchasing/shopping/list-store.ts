import type { Id } from '#kernel/id'
import { type Conn, oneAfterTheOther, type Tx } from '#platform/db'
import type { ShoppingList, Visibility } from './list.ts'
import { type ListRow, tables } from './tables.ts'

/** Counts the lists of a person. Two new lists of one person wait for each other. */
export async function lockListsOf(tx: Tx, companyId: string, ownerId: string): Promise<number> {
  await oneAfterTheOther(tx, `shopping.lists ${companyId} ${ownerId}`)
  const { count } = await tables(tx)
    .selectFrom('shopping.lists')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findList(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<ShoppingList | undefined> {
  const row = await tables(conn)
    .selectFrom('shopping.lists')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toList(row)
}

/** Every change of a list and of its items locks the list first. */
export async function lockList(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<ShoppingList | undefined> {
  const row = await tables(tx)
    .selectFrom('shopping.lists')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toList(row)
}

export async function insertList(tx: Tx, list: ShoppingList): Promise<void> {
  await tables(tx)
    .insertInto('shopping.lists')
    .values({
      company_id: list.companyId,
      id: list.id,
      owner_id: list.ownerId,
      created_at: list.createdAt,
      ...changeable(list),
    })
    .execute()
}

export async function updateList(tx: Tx, list: ShoppingList): Promise<void> {
  await tables(tx)
    .updateTable('shopping.lists')
    .set(changeable(list))
    .where('company_id', '=', list.companyId)
    .where('id', '=', list.id)
    .execute()
}

/** Its items go with it. */
export async function deleteList(tx: Tx, { companyId, id }: ShoppingList): Promise<void> {
  await tables(tx)
    .deleteFrom('shopping.lists')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

function changeable(list: ShoppingList) {
  return {
    name: list.name,
    visibility: list.visibility,
    unit_id: list.unitId ?? null,
    version: list.version,
    changed_at: list.changedAt,
  }
}

export function toList(row: ListRow): ShoppingList {
  return {
    id: row.id as Id<'lst'>,
    companyId: row.company_id as Id<'co'>,
    ownerId: row.owner_id,
    name: row.name,
    visibility: row.visibility as Visibility,
    unitId: row.unit_id ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}
