/** The address says whose requests the page lists: own ones, or those that wait for the person, which is the default. */
export type ApprovalsSearch = { readonly mine?: 'to_decide' | 'requested' }

export function readApprovalsSearch({ mine }: Record<string, unknown>): ApprovalsSearch {
  return mine === 'requested' ? { mine } : {}
}
