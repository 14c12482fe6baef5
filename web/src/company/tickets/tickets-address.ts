export const ticketStates = [
  'OPEN',
  'PENDING_CUSTOMER',
  'PENDING_AGENT',
  'RESOLVED',
  'CLOSED',
] as const

/** What a person looks for among the tickets, or the order that a new one is about. It stands in the address. */
export type TicketsSearch = {
  readonly q?: string
  readonly state?: (typeof ticketStates)[number]
  readonly order?: string
}

export function readTicketsSearch({ q, state, order }: Record<string, unknown>): TicketsSearch {
  const known = ticketStates.find((name) => name === state)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(known !== undefined && { state: known }),
    ...(typeof order === 'string' && order !== '' && { order }),
  }
}
