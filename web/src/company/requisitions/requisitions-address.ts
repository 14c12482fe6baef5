export const requisitionStates = [
  'DRAFT',
  'SUBMITTED',
  'IN_SOURCING',
  'IN_APPROVAL',
  'ORDERED',
  'RETURNED',
  'REJECTED',
  'WITHDRAWN',
] as const

export type RequisitionState = (typeof requisitionStates)[number]

/** What a person looks for among the requisitions. It stands in the address. */
export type RequisitionsSearch = {
  readonly q?: string
  readonly state?: RequisitionState
  /** Only what the person asked for. */
  readonly mine?: '1'
}

export function readRequisitionsSearch(given: Record<string, unknown>): RequisitionsSearch {
  const { q, mine } = given
  const state = requisitionStates.find((name) => name === given.state)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(state !== undefined && { state }),
    ...(mine === '1' && { mine }),
  }
}
