export { budgetsModule } from './budgets-module.ts'
export type { Share } from './hold-budgets.ts'
export type { BudgetImpact } from './hold-store.ts'
export { type Budgets, createBudgets } from './service.ts'
