import type { Conn } from '#platform/db'
import { cached, type Wake } from '#platform/wake'
import type { Budget } from './budget.ts'
import { listBudgets } from './budget-store.ts'

export const budgetsChanged = 'budgets.budgets_changed'

export type BudgetsOf = (conn: Conn, companyId: string) => Promise<readonly Budget[]>

/**
 * Which budgets a company has, not how much is left of them. Cached, because every checkout asks, and most companies
 * have none.
 */
export function cachedBudgets(wake: Wake): BudgetsOf {
  return cached(wake, budgetsChanged, (conn, companyId) =>
    listBudgets(conn, companyId, { active: true }),
  )
}
