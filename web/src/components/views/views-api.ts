import type { ItemOf, paths } from '@purveyor/sdk'
import { api, emptyBody } from '../../api.ts'

export type SavedView = ItemOf<paths['/api/v1/views']['get']>
type Shown = {
  readonly filters: Readonly<Record<string, string>>
  readonly sort: string | undefined
  readonly columns: readonly string[]
}

const one = '/api/v1/views/{viewId}'

/** The reader's own views of a list, by name. */
export async function listViews(list: string, signal: AbortSignal): Promise<SavedView[]> {
  const query = { list, limit: 100 }
  return (await api.get('/api/v1/views', { params: { query }, signal })).data
}

/** Replaces the view of this name. */
export async function saveView(
  list: string,
  name: string,
  { filters, sort, columns }: Shown,
  views: readonly SavedView[],
): Promise<void> {
  const body = { filters, ...(sort !== undefined && { sort }), columns: [...columns] }
  const viewId = views.find((view) => view.name === name)?.id
  if (viewId === undefined) await api.post('/api/v1/views', { body: { ...body, list, name } })
  else await api.put(one, { params: { path: { viewId } }, body })
}

export async function deleteView(viewId: string): Promise<void> {
  await api.delete(one, { params: { path: { viewId } }, ...emptyBody })
}
