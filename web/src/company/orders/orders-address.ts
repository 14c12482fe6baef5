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

/** What an order may wait for: the decision on a proposal of a supplier, or the payment of a change. */
export const orderMatters = ['DECISION', 'PAYMENT'] as const

export type OrderMatter = (typeof orderMatters)[number]

/** What a person looks for among the orders. It stands in the address. */
export type OrdersSearch = {
  readonly q?: string
  readonly state?: OrderState
  readonly waitsFor?: OrderMatter
}

export function readOrdersSearch({ q, state, waitsFor }: Record<string, unknown>): OrdersSearch {
  const known = orderStates.find((name) => name === state)
  const matter = orderMatters.find((name) => name === waitsFor)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(known !== undefined && { state: known }),
    ...(matter !== undefined && { waitsFor: matter }),
  }
}
