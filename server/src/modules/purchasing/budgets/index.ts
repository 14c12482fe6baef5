export type { Share } from './budget-shares.ts'
export { budgetsModule } from './budgets-module.ts'
export type { BudgetImpact } from './hold-store.ts'
export { type Budgets, createBudgets } from './service.ts'
