/** Whose requests the page lists. It stands in the address. Default: those that wait for the person. */
export type ApprovalsSearch = { readonly mine?: 'to_decide' | 'requested' }

export function readApprovalsSearch({ mine }: Record<string, unknown>): ApprovalsSearch {
  return mine === 'requested' ? { mine } : {}
}
