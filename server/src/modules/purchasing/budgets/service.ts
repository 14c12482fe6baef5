import { type Actor, may } from '#kernel/actor'
import { type ActorName, todayOf } from '#modules/identity'
import { unitsWithPermission } from '#modules/structure'
import type { Conn, Tx } from '#platform/db'
import {
  type Budget,
  type BudgetKind,
  type EntryOfOrder,
  periodStart,
  type Usage,
} from './budget.ts'
import type { Cost, Spending } from './budget-shares.ts'
import { findBudget, listEntries, listUsages } from './budget-store.ts'
import { cachedBudgets } from './cached-budgets.ts'
import { addBudget, type BudgetChange, type BudgetInput, changeBudget } from './change-budgets.ts'
import type { BudgetsDeps } from './deps.ts'
import { fail } from './failures.ts'
import {
  giveBudgetsBack,
  holdBudgets,
  holdRaise,
  type RaiseOptions,
  raiseBudgets,
} from './hold-budgets.ts'
import {
  type BudgetImpact,
  commitHolds,
  listExceeded,
  listImpacts,
  releaseHolds,
} from './hold-store.ts'

type Kinds = readonly BudgetKind[]
type Of = { readonly companyId: string; readonly checkoutId: string }

/** A budget, with the amounts that are held and spent in the present period. */
export type BudgetNow = {
  readonly budget: Budget
  readonly startsOn: string
  readonly usages: readonly Usage[]
}

export type Budgets = {
  withUsages(companyId: string, budgets: readonly Budget[]): Promise<BudgetNow[]>
  /** The units whose budgets the actor reads. Undefined: the actor reads those of the whole company. */
  unitsReadBy(actor: Actor): Promise<readonly string[] | undefined>
  /** Throws `budgets.budget_not_found`. */
  get(actor: Actor, id: string, kinds: Kinds): Promise<BudgetNow>
  add(actor: Actor, input: BudgetInput): Promise<Budget>
  change(actor: Actor, id: string, kinds: Kinds, change: BudgetChange): Promise<Budget>
  entries(
    budget: Budget,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<EntryOfOrder[]>
  /** Participant: takes the cost, or throws `budgets.exceeded`. Returns false if no budget applies. */
  hold(tx: Tx, spender: Actor | ActorName, spending: Spending, now: Date): Promise<boolean>
  /** Participant: a placed order costs more. Throws `budgets.exceeded`. Returns the soft budgets that are exceeded. */
  raise(
    tx: Tx,
    spender: ActorName,
    spending: Spending,
    options: RaiseOptions,
    now: Date,
  ): Promise<Budget[]>
  /** Participant: a placed order may cost more once it is approved. `heldAs` names what is held until then. Throws `budgets.exceeded`. */
  holdRaise(
    tx: Tx,
    spender: ActorName,
    spending: Spending & { readonly heldAs: string },
    now: Date,
  ): Promise<void>
  /** Participant: the order exists. A repeat is harmless, and so is a checkout that holds nothing. */
  commit(tx: Tx, companyId: string, checkoutId: string, now: Date): Promise<void>
  /**
   * Participant: the checkout ended without an order. A repeat is harmless, and so is a checkout that holds nothing.
   */
  release(tx: Tx, companyId: string, checkoutId: string, now: Date): Promise<void>
  /** Participant: a part of a placed order was given up. */
  giveBack(tx: Tx, of: Of, cost: Cost, now: Date): Promise<void>
  /** The soft budgets that a checkout exceeds: it needs an approval. */
  listExceeded(conn: Conn, of: Of): Promise<readonly { id: string; name: string }[]>
  /** The budgets that a checkout uses, before and after it. */
  impacts(conn: Conn, of: Of): Promise<readonly BudgetImpact[]>
}

export function createBudgets(deps: BudgetsDeps): Budgets {
  const { database, now: clock } = deps
  const { pool } = database
  const budgetsOf = cachedBudgets(deps.wake)
  const withUsages = async (companyId: string, budgets: readonly Budget[]) => {
    const today = await todayOf(pool, companyId, clock())
    const periods = budgets.map(({ id, period, limit }) => ({
      id,
      startsOn: periodStart(period, today),
      currency: limit.currency,
    }))
    const usages = await listUsages(pool, companyId, periods)
    return budgets.map((budget) => ({
      budget,
      startsOn: periodStart(budget.period, today),
      usages: usages.get(budget.id) ?? [],
    }))
  }
  return {
    withUsages,
    unitsReadBy: (actor) => unitsReadBy(pool, actor),
    get: async (actor, id, kinds) => {
      const { companyId } = actor
      const budget = await findBudget(pool, companyId, id)
      if (!budget || !kinds.includes(budget.kind)) throw fail('budget_not_found', { budgetId: id })
      const unitIds = await unitsReadBy(pool, actor)
      if (unitIds && !(budget.unitId !== undefined && unitIds.includes(budget.unitId))) {
        throw fail('budget_not_found', { budgetId: id })
      }
      const [budgetNow] = await withUsages(companyId, [budget])
      if (!budgetNow) throw new Error(`budget ${id} was found and must have its usage`)
      return budgetNow
    },
    add: (actor, input) => addBudget(deps, actor, input),
    change: (actor, id, kinds, change) => changeBudget(deps, actor, { id, kinds }, change),
    entries: async (budget, page) => {
      const entries = await listEntries(pool, budget, page)
      const checkoutIds = entries.map(({ checkoutId }) => checkoutId)
      const orders = await deps.ordersOfCheckouts(pool, budget.companyId, checkoutIds)
      return entries.map((entry) => ({ ...entry, order: orders.get(entry.checkoutId) }))
    },
    hold: (tx, spender, spending, now) => holdBudgets(deps, budgetsOf, tx, spender, spending, now),
    raise: (tx, spender, spending, options, now) =>
      raiseBudgets(deps, budgetsOf, tx, spender, { ...spending, ...options }, now),
    holdRaise: (tx, spender, spending, now) =>
      holdRaise(deps, budgetsOf, tx, spender, spending, now),
    commit: commitHolds,
    release: releaseHolds,
    giveBack: giveBudgetsBack,
    listExceeded: (conn, { companyId, checkoutId }) => listExceeded(conn, companyId, checkoutId),
    impacts: (conn, { companyId, checkoutId }) => listImpacts(conn, companyId, checkoutId),
  }
}

async function unitsReadBy(conn: Conn, actor: Actor): Promise<readonly string[] | undefined> {
  const readsAll = may(actor, 'read_accounts') || may(actor, 'act_for_every_company')
  return readsAll ? undefined : unitsWithPermission(conn, actor, 'read_accounts')
}
