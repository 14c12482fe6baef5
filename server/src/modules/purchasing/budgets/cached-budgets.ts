import type { Conn } from '#platform/db'
import { cached, type Wake } from '#platform/wake'
import type { Budget } from './budget.ts'
import { listActiveBudgets } from './budget-store.ts'

export const budgetsChanged = 'budgets.budgets_changed'

export type BudgetsOf = (conn: Conn, companyId: string) => Promise<readonly Budget[]>

/**
 * The budgets that a company has, without the amounts that are left. Cached, because every checkout reads them, and most
 * companies have none.
 */
export function cachedBudgets(wake: Wake): BudgetsOf {
  return cached(wake, budgetsChanged, listActiveBudgets)
}
