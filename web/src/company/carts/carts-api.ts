import type { DataOf, ItemOf, paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import { api } from '../api.ts'

export type ListedCart = ItemOf<paths['/api/v1/carts']['get']>
export type Share = DataOf<paths['/api/v1/carts/{cartId}/shares']['get']>['shares'][number]
export type ShareRight = Share['right']

const path = '/api/v1/carts/{cartId}'
const paramsOf = (cartId: string) => ({ path: { cartId } })

export const cartsKey = ['carts']

/** The newest 100: a person has at most 50 of their own. */
export async function listCarts(signal: AbortSignal): Promise<ListedCart[]> {
  return (await api.get('/api/v1/carts', { params: { query: { limit: 100 } }, signal })).data
}

export async function createCart(name: string): Promise<void> {
  await api.post('/api/v1/carts', { body: { name } })
}

export async function activate(cartId: string): Promise<void> {
  await api.post(`${path}/activate`, { params: paramsOf(cartId), ...emptyBody })
}

/** A cart and the version of it that the person has seen. */
export type SeenCart = Pick<ListedCart, 'id' | 'snapshotVersion'>

export async function rename({ id, snapshotVersion }: SeenCart, name: string): Promise<void> {
  const body = { name, expectedSnapshotVersion: snapshotVersion }
  await api.patch(path, { params: paramsOf(id), body })
}

export async function deleteCart({ id, snapshotVersion }: SeenCart): Promise<void> {
  const body = { expectedSnapshotVersion: snapshotVersion }
  await api.delete(path, { params: paramsOf(id), body })
}

export async function handOver({ id, snapshotVersion }: SeenCart, userId: string): Promise<void> {
  const body = { userId, expectedSnapshotVersion: snapshotVersion }
  await api.post(`${path}/hand-over`, { params: paramsOf(id), body })
}

export async function listShares(cartId: string, signal: AbortSignal): Promise<Share[]> {
  return (await api.get(`${path}/shares`, { params: paramsOf(cartId), signal })).data.shares
}

export async function share(cartId: string, memberId: string, right: ShareRight): Promise<void> {
  const params = { path: { cartId, memberId } }
  await api.put(`${path}/shares/{memberId}`, { params, body: { right } })
}

export async function endShare(cartId: string, memberId: string): Promise<void> {
  await api.delete(`${path}/shares/{memberId}`, { params: { path: { cartId, memberId } } })
}
