import type { DataOf, paths } from '@purveyor/sdk'
import { api, type BodyOf } from '../api.ts'
import { sendChanges } from '../fields/send-changes.ts'
import type { PageQuery } from '../paged-list.tsx'

export type Budget = DataOf<paths['/api/v1/budgets']['get']>['budgets'][number]
export type BudgetUsage = Budget['usages'][number]

export type BudgetDraft = BodyOf<paths['/api/v1/budgets']['post']>
export type SpendingLimitDraft = BodyOf<paths['/api/v1/spending-limits']['post']>
export type BudgetChange = BodyOf<paths['/api/v1/budgets/{budgetId}']['patch']>

/** Budgets of cost centres and units, and spending limits of people. The routes of both have the same records. */
export type BudgetList = 'budgets' | 'spending-limits'

export async function listBudgets(
  list: BudgetList,
  unitId: string | undefined,
  page: PageQuery,
  signal: AbortSignal,
) {
  const query = { ...page, ...(list === 'budgets' && unitId !== undefined && { unitId }) }
  const { data, meta } = await api.get(at(list), { params: { query }, signal })
  return { data: data.budgets, meta }
}

export async function addBudget(body: BudgetDraft): Promise<void> {
  await api.post('/api/v1/budgets', { body })
}

export async function addSpendingLimit(body: SpendingLimitDraft): Promise<void> {
  await api.post('/api/v1/spending-limits', { body })
}

export async function changeBudget(
  list: BudgetList,
  budget: Budget,
  draft: BudgetChange,
): Promise<void> {
  const { name, limit, soft, active } = budget
  const before = { name, limit: limit.amount, soft, active }
  const params = { path: { budgetId: budget.id } }
  await sendChanges(before, draft, (body) => api.patch(`${at(list)}/{budgetId}`, { params, body }))
}

const at = (list: BudgetList) => `/api/v1/${list}` as '/api/v1/budgets'
