import { Decimal } from 'decimal.js'
import type { Actor } from '#kernel/actor'
import { decimalOf, type Money, minorUnitsOf, money, roundToMoney } from '#kernel/money'
import { type ActorName, todayOf } from '#modules/identity'
import type { Tx } from '#platform/db'
import { type Budget, periodStart } from './budget.ts'
import {
  budgetCost,
  type Cost,
  releasedSums,
  type Spender,
  type Spending,
  sumsOf,
} from './budget-shares.ts'
import { budgetLeft, findBudget, listUsages } from './budget-store.ts'
import type { BudgetsOf } from './cached-budgets.ts'
import type { BudgetsDeps } from './deps.ts'
import { fail } from './failures.ts'
import {
  type Hold,
  holdInPeriod,
  lockCommittedHolds,
  raiseCommitted,
  releaseCommitted,
  releaseHolds,
  takeHolds,
} from './hold-store.ts'

/**
 * Participant: takes the cost of a checkout from every budget and spending limit that applies, or refuses. It locks
 * them in the order of their ids, after the stock, so that no two checkouts wait for each other. Returns whether
 * anything was taken. Companies without budgets cost no statement.
 */
export async function holdBudgets(
  deps: BudgetsDeps,
  budgetsOf: BudgetsOf,
  tx: Tx,
  spender: Actor | ActorName,
  spending: Spending,
  now: Date,
): Promise<boolean> {
  const parts = await holdsOf(deps, budgetsOf, tx, spender, spending, now)
  return takeParts(tx, spender.companyId, parts, now)
}

export type RaiseOptions = {
  /** What the same transaction has given back is more. */
  readonly mayExceed: boolean
  /** What `holdRaise` has held under this id, the raise takes. Default: nothing is held. */
  readonly heldAs?: string | undefined
}

/**
 * Participant: the order of a checkout costs this much more. Each budget takes its part in the period in which it has paid for
 * the order, or else in that of now, or refuses. Returns the soft budgets that are exceeded.
 */
export async function raiseBudgets(
  deps: BudgetsDeps,
  budgetsOf: BudgetsOf,
  tx: Tx,
  spender: ActorName,
  spending: Spending & RaiseOptions,
  now: Date,
): Promise<Budget[]> {
  const { heldAs } = spending
  if (heldAs !== undefined) await releaseHolds(tx, spender.companyId, heldAs, now)
  const exceeded: Budget[] = []
  for (const { budget, hold: raise } of await raisesOf(
    deps,
    budgetsOf,
    tx,
    spender,
    spending,
    now,
  )) {
    const heldPeriod = await holdInPeriod(tx, raise, spending.mayExceed)
    if (heldPeriod) await raiseCommitted(tx, raise, heldPeriod.isOver, now)
    else await assertSwitchedOff(tx, budget, raise)
    if (heldPeriod?.isOver) exceeded.push(budget)
  }
  return exceeded
}

/**
 * Participant: the order of a checkout may cost this much more, once people have approved it. The parts of its budgets are held under
 * an id of their own.
 */
export async function holdRaise(
  deps: BudgetsDeps,
  budgetsOf: BudgetsOf,
  tx: Tx,
  spender: ActorName,
  { heldAs, ...spending }: Spending & { readonly heldAs: string },
  now: Date,
): Promise<void> {
  const raises = await raisesOf(deps, budgetsOf, tx, spender, spending, now)
  const parts = raises.map(({ budget, hold }) => ({
    budget,
    hold: { ...hold, checkoutId: heldAs },
  }))
  await takeParts(tx, spender.companyId, parts, now)
}

/** Returns whether anything was taken. */
async function takeParts(
  tx: Tx,
  companyId: string,
  parts: readonly BudgetHold[],
  now: Date,
): Promise<boolean> {
  if (parts.length === 0) return false
  const taken = await takeHolds(
    tx,
    companyId,
    parts.map(({ hold }) => hold),
    now,
  )
  for (const { budget, hold } of parts) {
    if (!taken.has(hold.budgetId)) await assertSwitchedOff(tx, budget, hold)
  }
  return taken.size > 0
}

/** What each budget pays more, in the period in which it has paid for the order, or else in that of now. */
async function raisesOf(
  deps: BudgetsDeps,
  budgetsOf: BudgetsOf,
  tx: Tx,
  spender: ActorName,
  spending: Spending,
  now: Date,
): Promise<BudgetHold[]> {
  const committed = await lockCommittedHolds(tx, spender.companyId, spending.checkoutId)
  const periods = new Map(committed.map(({ budgetId, startsOn }) => [budgetId, startsOn]))
  const holds = await holdsOf(deps, budgetsOf, tx, spender, spending, now)
  return holds.map(({ budget, hold }) => ({
    budget,
    hold: { ...hold, startsOn: periods.get(hold.budgetId) ?? hold.startsOn },
  }))
}

type BudgetHold = { readonly budget: Budget; readonly hold: Hold }

/** What each budget and spending limit pays, in the order of their ids. */
async function holdsOf(
  deps: BudgetsDeps,
  budgetsOf: BudgetsOf,
  tx: Tx,
  spender: Actor | ActorName,
  spending: Spending,
  now: Date,
): Promise<BudgetHold[]> {
  const budgets = await budgetsOf(tx, spender.companyId)
  if (budgets.length === 0) return []
  const sums = sumsOf(spending)
  const buyer = await findSpender(deps, tx, spender, spending, budgets)
  const today = await todayOf(tx, spender.companyId, now)
  const holds: BudgetHold[] = []
  for (const budget of budgets) {
    const cost = budgetCost(budget, buyer, sums)
    if (!cost) continue
    const { subject, amountMinor: baseMinor } = cost
    const baseAmount = { amountMinor: baseMinor, currency: spending.total.currency }
    const { amountMinor } = await convertTo(deps, tx, baseAmount, budget.limit.currency, now)
    // Less than one minor unit of the budget's currency.
    if (amountMinor === 0n) continue
    const hold: Hold = {
      companyId: spender.companyId,
      checkoutId: spending.checkoutId,
      budgetId: budget.id,
      subject,
      startsOn: periodStart(budget.period, today),
      amountMinor,
      baseMinor,
    }
    holds.push({ budget, hold })
  }
  return holds
}

/** Reads the units only if a budget names one. */
async function findSpender(
  { personBehind, unitsOfPurchase }: BudgetsDeps,
  tx: Tx,
  spender: Actor | ActorName,
  { unitId }: Spending,
  budgets: readonly Budget[],
): Promise<Spender> {
  const { personId } = await personBehind(tx, spender)
  const unitIds = budgets.some((budget) => budget.unitId !== undefined)
    ? await unitsOfPurchase(tx, spender.companyId, { unitId, personId })
    : new Set<string>()
  return { personId, unitIds }
}

/**
 * Participant: a part of a placed order was cancelled, returned or refused. Each of its budgets gets back the same
 * share of what it paid, in its own currency, as went back of its part of the order: all of it if all went back.
 */
export async function giveBudgetsBack(
  tx: Tx,
  { companyId, checkoutId }: { readonly companyId: string; readonly checkoutId: string },
  cost: Cost,
  now: Date,
): Promise<void> {
  const credits = sumsOf(cost)
  for (const hold of await lockCommittedHolds(tx, companyId, checkoutId)) {
    const sums = releasedSums(hold, credits)
    if (sums) await releaseCommitted(tx, hold, sums, now)
  }
}

/** Throws `exceeded`, unless the cached budget was switched off in the meantime: then it takes and refuses nothing. */
async function assertSwitchedOff(
  tx: Tx,
  { companyId, id, name }: Budget,
  { startsOn, subject, amountMinor }: Hold,
): Promise<void> {
  const budget = await findBudget(tx, companyId, id)
  if (!budget?.active) return
  const { currency } = budget.limit
  const usages = (await listUsages(tx, companyId, [{ id, startsOn, currency }])).get(id) ?? []
  const usage = usages.find((candidate) => candidate.subject === subject)
  const usedMinor = usage ? usage.held.amountMinor + usage.committed.amountMinor : 0n
  throw fail('exceeded', {
    budgetId: id,
    budget: name,
    kind: budget.kind,
    left: { amount: decimalOf(budgetLeft(budget.limit, usedMinor)), currency },
    wanted: { amount: decimalOf(money(amountMinor, currency)), currency },
  })
}

/** At the current rates, rounded half to even. A missing rate is an error: a limit is never skipped for it. */
async function convertTo(
  { fx }: BudgetsDeps,
  tx: Tx,
  amount: Money,
  currency: string,
  now: Date,
): Promise<Money> {
  if (amount.currency === currency) return amount
  const { rate } = (await fx.ratesInto(tx, currency, now)).getConversion(amount.currency)
  const baseUnits = new Decimal(amount.amountMinor.toString()).div(
    new Decimal(10).pow(minorUnitsOf(amount.currency)),
  )
  return roundToMoney(baseUnits.times(rate), currency)
}
