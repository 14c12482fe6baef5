import type { components, DataOf, ItemOf, paths } from '@purveyor/sdk'
import { api, type Product } from '../api.ts'
import type { PageQuery } from '../paged-list.tsx'

export type ListSummary = ItemOf<paths['/api/v1/lists']['get']>
export type ShoppingList = DataOf<paths['/api/v1/lists/{listId}']['get']>
export type ListItem = ShoppingList['items'][number]
export type Filled = DataOf<paths['/api/v1/lists/{listId}/items']['post']>
/** Where products come from: one of these. */
export type Source = components['schemas']['AddShoppingListItems']

/** A product with the least quantity that can be bought. */
export function sourceOf({ id, price }: Pick<Product, 'id' | 'price'>): Source {
  return { items: [{ productId: id, quantity: price.moq }] }
}

export const visibilities = ['PRIVATE', 'UNIT', 'COMPANY'] as const
export type Visibility = (typeof visibilities)[number]

const path = '/api/v1/lists/{listId}'
const paramsOf = (listId: string) => ({ path: { listId } })

export async function listLists(
  query: PageQuery & { readonly visibility?: Visibility; readonly ownerId?: string },
  signal: AbortSignal,
) {
  return api.get('/api/v1/lists', { params: { query }, signal })
}

export async function getList(listId: string, signal: AbortSignal): Promise<ShoppingList> {
  return (await api.get(path, { params: paramsOf(listId), signal })).data
}

type NewList = components['schemas']['CreateShoppingList']

export async function createList(list: NewList): Promise<Filled> {
  return (await api.post('/api/v1/lists', { body: list })).data
}

export async function changeList(
  listId: string,
  change: { readonly name: string; readonly visibility: Visibility },
): Promise<ShoppingList> {
  return (await api.patch(path, { params: paramsOf(listId), body: change })).data
}

export async function deleteList(listId: string): Promise<void> {
  await api.delete(path, { params: paramsOf(listId) })
}

export async function fillList(listId: string, source: Source): Promise<Filled> {
  return (await api.post(`${path}/items`, { params: paramsOf(listId), body: source })).data
}

export type ItemChange = {
  readonly quantity?: number
  readonly note?: string | null
  readonly position?: number
}

export async function changeItem(
  listId: string,
  itemId: string,
  change: ItemChange,
): Promise<ShoppingList> {
  const params = { path: { listId, itemId } }
  return (await api.patch(`${path}/items/{itemId}`, { params, body: change })).data
}

export async function removeItem(listId: string, itemId: string): Promise<ShoppingList> {
  const params = { path: { listId, itemId } }
  return (await api.delete(`${path}/items/{itemId}`, { params })).data
}

/** Puts these items into the active cart, as far as they can be bought. */
export async function putIntoCart(listId: string, itemIds: readonly string[]) {
  const options = { params: paramsOf(listId), body: { itemIds: [...itemIds] } }
  return (await api.post(`${path}/cart`, options)).data
}

export const listKey = (listId: string) => ['list', listId]
