import type { Id } from '#kernel/id'
import { type Conn, oneAfterTheOther, type Tx } from '#platform/db'
import type { SavedView, Shown } from './saved-view.ts'
import { tables, type ViewRow } from './tables.ts'

/** The views of a person, locked until the transaction ends: two requests that save one wait for each other. */
export async function lockViews(tx: Tx, companyId: string, userId: string): Promise<SavedView[]> {
  await oneAfterTheOther(tx, `preferences.views ${companyId} ${userId}`)
  const rows = await tables(tx)
    .selectFrom('preferences.views')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map(toView)
}

export async function insertView(tx: Tx, view: SavedView): Promise<void> {
  const { companyId, userId, id } = view
  await tables(tx)
    .insertInto('preferences.views')
    .values({ company_id: companyId, user_id: userId, id, ...changeable(view) })
    .execute()
}

export async function updateView(tx: Tx, view: SavedView): Promise<void> {
  await tables(tx)
    .updateTable('preferences.views')
    .set(changeable(view))
    .where('company_id', '=', view.companyId)
    .where('id', '=', view.id)
    .execute()
}

type ViewKey = { readonly companyId: string; readonly userId: string; readonly id: string }

/** Returns the view as it was. Undefined: the person has no such view. */
export async function deleteView(conn: Conn, key: ViewKey): Promise<SavedView | undefined> {
  const row = await tables(conn)
    .deleteFrom('preferences.views')
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.id)
    .where('user_id', '=', key.userId)
    .returningAll()
    .executeTakeFirst()
  return row && toView(row)
}

function changeable({ list, name, filters, sort, columns, changedAt }: SavedView) {
  return { list, name, shown: JSON.stringify({ filters, sort, columns }), changed_at: changedAt }
}

export function toView(row: ViewRow): SavedView {
  return {
    companyId: row.company_id as Id<'co'>,
    id: row.id as Id<'view'>,
    userId: row.user_id,
    list: row.list,
    name: row.name,
    ...(row.shown as Shown),
    changedAt: row.changed_at,
  }
}
