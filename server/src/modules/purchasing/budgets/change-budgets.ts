import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf, isCurrency, type Money, parseMoney } from '#kernel/money'
import { requireOpenUnit } from '#modules/structure'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type { Budget, BudgetKind, Period } from './budget.ts'
import { holdBudget, insertBudget, updateBudget } from './budget-store.ts'
import { budgetsChanged } from './cached-budgets.ts'
import type { BudgetsDeps } from './deps.ts'
import { fail } from './failures.ts'

export const budgetsMax = 500

export type BudgetInput = {
  readonly name: string
  readonly kind: BudgetKind
  readonly subject?: string | undefined
  readonly unitId?: string | undefined
  readonly period: Period
  readonly limit: { readonly amount: string; readonly currency: string }
  readonly soft?: boolean | undefined
}

export type BudgetChange = {
  readonly name?: string | undefined
  /** In the budget's own currency. */
  readonly limit?: string | undefined
  readonly soft?: boolean | undefined
  readonly active?: boolean | undefined
}

export async function addBudget(
  deps: BudgetsDeps,
  actor: Actor,
  { name, kind, subject, unitId, period, limit, soft = false }: BudgetInput,
): Promise<Budget> {
  const now = deps.now()
  const { companyId } = actor
  const budget: Budget = {
    id: newId('bud', now),
    companyId,
    name,
    kind,
    subject,
    unitId,
    period,
    limit: limitFrom(limit.amount, limit.currency),
    soft,
    active: true,
  }
  return deps.database.transaction(async (tx) => {
    if (kind === 'PERSON' && subject !== undefined) {
      const activeIds = await deps.peopleOf(tx, companyId, { ids: [subject] })
      if (activeIds.length === 0) throw fail('person_unknown', { personId: subject })
    }
    if (unitId !== undefined) await requireOpenUnit(tx, companyId, unitId)
    const isInserted = await insertBudget(tx, { budget, changedBy: actor.id, now }, budgetsMax)
    if (!isInserted) throw fail('budgets_limit_reached', { limit: budgetsMax })
    auditChange(tx, actor, 'added', budget, now)
    return budget
  })
}

/** A lower limit takes back nothing that is held or spent: less is left, or nothing. */
export async function changeBudget(
  { database, now: clock }: BudgetsDeps,
  actor: Actor,
  { id, kinds }: { readonly id: string; readonly kinds: readonly BudgetKind[] },
  change: BudgetChange,
): Promise<Budget> {
  const now = clock()
  return database.transaction(async (tx) => {
    const before = await holdBudget(tx, actor.companyId, id)
    if (!before || !kinds.includes(before.kind)) throw fail('budget_not_found', { budgetId: id })
    const { name = before.name, soft = before.soft, active = before.active } = change
    const limit =
      change.limit === undefined ? before.limit : limitFrom(change.limit, before.limit.currency)
    const budget = { ...before, name, soft, active, limit }
    if (active && !before.active && budget.unitId !== undefined) {
      await requireOpenUnit(tx, actor.companyId, budget.unitId)
    }
    await updateBudget(tx, { budget, changedBy: actor.id, now })
    auditChange(tx, actor, 'changed', budget, now)
    return budget
  })
}

function limitFrom(amount: string, currency: string): Money {
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  const limit = parseMoney(amount, currency)
  if (!limit || limit.amountMinor < 0n) throw fail('amount_invalid', { amount, currency })
  return limit
}

function auditChange(
  tx: Tx,
  actor: Actor,
  change: 'added' | 'changed',
  { id, kind, unitId, period, limit, soft, active }: Budget,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: kind === 'PERSON' ? `budgets.spending_limit_${change}` : `budgets.budget_${change}`,
    target: { type: 'budget', id },
    outcome: 'done',
    details: {
      ...(unitId !== undefined && { unitId }),
      period,
      limit: decimalOf(limit),
      currency: limit.currency,
      soft,
      active,
    },
    now,
  })
  ringAfterCommit(tx, budgetsChanged)
}
