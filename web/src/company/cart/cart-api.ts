import { type components, PurveyorError } from '@purveyor/sdk'
import { api, type Cart, type CartItem } from '../api.ts'

export async function addItem(productId: string, quantity: number): Promise<Cart> {
  return (await api.post('/api/v1/cart/items', { body: { productId, quantity } })).data
}

/** A line and the version of it that the person has seen. */
export type SeenItem = Pick<CartItem, 'id' | 'itemVersion' | 'quantity'>

/** How a line is divided among codes, and when and where it should arrive. Null: none of it. */
export type LineTerms = {
  readonly allocations: Allocation[] | null
  readonly requestedDate: string | null
  readonly addressId?: string | null
}

export type Allocation = components['schemas']['RequestedAllocation']

export async function changeItem(
  item: SeenItem,
  quantity: number,
  terms?: LineTerms,
): Promise<Cart> {
  const body = { quantity, expectedItemVersion: item.itemVersion, ...terms }
  const params = { path: { itemId: item.id } }
  return (await api.patch('/api/v1/cart/items/{itemId}', { params, body })).data
}

export async function removeItem(item: SeenItem): Promise<Cart> {
  const params = { path: { itemId: item.id } }
  const body = { expectedItemVersion: item.itemVersion }
  return (await api.delete('/api/v1/cart/items/{itemId}', { params, body })).data
}

/** Null: the unit for which the person buys otherwise. */
export async function setUnit(
  { id: cartId, snapshotVersion }: Cart,
  unitId: string | null,
): Promise<Cart> {
  const params = { path: { cartId } }
  const body = { unitId, expectedSnapshotVersion: snapshotVersion }
  return (await api.patch('/api/v1/carts/{cartId}', { params, body })).data
}

/** Somebody, perhaps in another window, changed the cart since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof PurveyorError && error.code === 'cart.version_conflict'
}

/** The product is in the cart already, as this line. */
export function itemThere(error: unknown): SeenItem | undefined {
  if (!(error instanceof PurveyorError) || error.code !== 'cart.item_exists') return undefined
  return (error.details as { item?: SeenItem }).item
}
