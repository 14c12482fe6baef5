export const orderStates = [
  'PENDING_APPROVAL',
  'PLACED',
  'CONFIRMED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'DELIVERED',
  'CLOSED',
  'REJECTED',
  'CANCELLED',
] as const

export type OrderState = (typeof orderStates)[number]

/** What a person looks for among the orders. It stands in the address. */
export type OrdersSearch = { readonly q?: string; readonly state?: OrderState }

export function readOrdersSearch({ q, state }: Record<string, unknown>): OrdersSearch {
  const known = orderStates.find((name) => name === state)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(known !== undefined && { state: known }),
  }
}
