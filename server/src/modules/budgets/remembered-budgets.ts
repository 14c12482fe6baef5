import { secondsMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Wake } from '#platform/wake'
import type { Budget } from './budget.ts'
import { listBudgets } from './budget-store.ts'

export const budgetsChanged = 'budgets.budgets_changed'
/** Where no ring tells of a change, it is found after this time. */
const rememberedMs = secondsMs(5)
const keptMax = 10_000

export type BudgetsOf = (conn: Conn, companyId: string) => Promise<readonly Budget[]>

/**
 * Which budgets a company has, not how much is left of them: every checkout asks, and most companies have none. A process
 * remembers that for seconds.
 */
export function rememberedBudgets(wake: Wake): BudgetsOf {
  let kept = new Map<string, { readonly budgets: readonly Budget[]; readonly until: number }>()
  let turn = 0
  wake.listen(budgetsChanged, () => {
    turn += 1
    kept = new Map()
  })
  return async (conn, companyId) => {
    const at = turn
    const now = performance.now()
    const known = kept.get(companyId)
    if (known && now < known.until) return known.budgets
    const budgets = await listBudgets(conn, companyId, { active: true })
    if (kept.size >= keptMax) kept = new Map()
    // What was read while a change rang may be the state before it.
    if (at === turn) kept.set(companyId, { budgets, until: now + rememberedMs })
    return budgets
  }
}
