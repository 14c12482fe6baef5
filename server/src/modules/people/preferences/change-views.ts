import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import type { Clock } from '#kernel/time'
import type { Database } from '#platform/db'
import { fail } from './failures.ts'
import { type SavedView, type Shown, viewsMax } from './saved-view.ts'
import { deleteView, insertView, lockViews, updateView } from './view-store.ts'

export type ViewDeps = { readonly database: Database; readonly now: Clock }
export type ViewInput = Shown & { readonly list: string; readonly name: string }

/** Throws `preferences.view_name_taken` and `preferences.views_limit_reached`. */
export async function saveView(
  { database, now: clock }: ViewDeps,
  { companyId, id: userId }: Actor,
  input: ViewInput,
): Promise<SavedView> {
  const now = clock()
  const name = input.name.trim()
  const view = { ...input, name, id: newId('view', now), companyId, userId, changedAt: now }
  await database.transaction(async (tx) => {
    const views = await lockViews(tx, companyId, userId)
    assertNameFree(views, view)
    if (views.length >= viewsMax) throw fail('views_limit_reached', { limit: viewsMax })
    await insertView(tx, view)
  })
  return view
}

/** Replaces what the view shows, and its name if there is another. */
export async function changeView(
  { database, now: clock }: ViewDeps,
  { companyId, id: userId }: Actor,
  viewId: string,
  input: Shown & { readonly name?: string | undefined },
): Promise<SavedView> {
  return database.transaction(async (tx) => {
    const views = await lockViews(tx, companyId, userId)
    const before = views.find(({ id }) => id === viewId)
    if (!before) throw fail('view_not_found', { viewId })
    const { id, list } = before
    const name = input.name?.trim() ?? before.name
    const view = { ...input, id, list, name, companyId, userId, changedAt: clock() }
    assertNameFree(views, view)
    await updateView(tx, view)
    return view
  })
}

/** Returns the view as it was. */
export async function removeView(
  { database }: ViewDeps,
  { companyId, id: userId }: Actor,
  viewId: string,
): Promise<SavedView> {
  const deleted = await deleteView(database.pool, { companyId, userId, id: viewId })
  if (!deleted) throw fail('view_not_found', { viewId })
  return deleted
}

function assertNameFree(views: readonly SavedView[], { id, list, name }: SavedView): void {
  const other = views.find((view) => view.list === list && view.name === name && view.id !== id)
  if (other) throw fail('view_name_taken', { viewId: other.id })
}
