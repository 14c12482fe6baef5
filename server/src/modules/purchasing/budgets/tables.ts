// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithGenerated } from '#platform/db'

export type BudgetRow = {
  company_id: string
  id: string
  name: string
  kind: string
  subject: string | null
  period: string
  currency: string
  limit_minor: number
  soft: boolean
  active: boolean
  changed_by: string
  changed_at: Date
}

export type EntryRow = {
  company_id: string
  budget_id: string
  entry: number
  subject: string
  starts_on: string
  kind: string
  amount_minor: number
  checkout_id: string
  recorded_at: Date
}

export type HoldRow = {
  company_id: string
  checkout_id: string
  budget_id: string
  subject: string
  starts_on: string
  state: string
  amount_minor: number
  released_minor: number
  base_minor: number
  credited_minor: number
  over: boolean
}

export type PeriodRow = {
  company_id: string
  budget_id: string
  subject: string
  starts_on: string
  held_minor: number
  committed_minor: number
}

export type BudgetsTables = {
  'budgets.budgets': BudgetRow
  'budgets.entries': WithGenerated<EntryRow, 'entry'>
  'budgets.holds': HoldRow
  'budgets.periods': PeriodRow
}

export const tables = (conn: Conn) => conn.withTables<BudgetsTables>()
