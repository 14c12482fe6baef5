/** The unit whose budgets the person looks at. It stands in the address of the page. */
export type BudgetsSearch = { readonly unit?: string }

export function readBudgetsSearch({ unit }: Record<string, unknown>): BudgetsSearch {
  return typeof unit === 'string' && unit !== '' ? { unit } : {}
}
