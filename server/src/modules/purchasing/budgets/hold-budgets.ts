import { Decimal } from 'decimal.js'
import type { Actor } from '#kernel/actor'
import { decimalOf, type Money, minorUnitsOf, roundToMoney } from '#kernel/money'
import type { Tx } from '#platform/db'
import { type Budget, periodStart } from './budget.ts'
import { budgetLeft, findBudget, listUsages } from './budget-store.ts'
import type { BudgetsOf } from './cached-budgets.ts'
import type { BudgetsDeps } from './deps.ts'
import { fail } from './failures.ts'
import { giveBackOf, type Hold, insertHold, lockCommitted, takeOfPeriod } from './hold-store.ts'

/** What is ordered, and who pays for which part of it. The parts add up to the total. */
export type Spending = {
  readonly checkoutId: string
  readonly total: Money
  readonly shares: readonly Share[]
}

export type Share = { readonly costCenter: string | undefined; readonly amount: Money }

/**
 * Participant: takes the cost of a checkout from every budget and spending limit that applies, or refuses. It locks
 * them in the order of their ids, after the stock, so that no two checkouts wait for each other. Returns whether
 * anything was taken. Companies without budgets cost no statement.
 */
export async function holdBudgets(
  deps: BudgetsDeps,
  budgetsOf: BudgetsOf,
  tx: Tx,
  actor: Actor,
  spending: Spending,
  now: Date,
): Promise<boolean> {
  const budgets = await budgetsOf(tx, actor.companyId)
  if (budgets.length === 0) return false
  let isHeld = false
  const { personId } = await deps.personBehind(tx, actor)
  const byCostCenter = sumByCostCenter(spending.shares)
  for (const budget of budgets) {
    const subject = subjectOf(budget, personId)
    const base = budget.kind === 'PERSON' ? spending.total.amountMinor : byCostCenter.get(subject)
    if (subject === undefined || !base) continue
    const cost = { amountMinor: base, currency: spending.total.currency }
    const amount = await convertTo(deps, tx, cost, budget.limit.currency, now)
    // Less than one minor unit of the budget's currency.
    if (amount.amountMinor === 0n) continue
    const hold: Hold = {
      companyId: actor.companyId,
      checkoutId: spending.checkoutId,
      budgetId: budget.id,
      subject,
      startsOn: periodStart(budget.period, now),
      amountMinor: amount.amountMinor,
      baseMinor: base,
    }
    const taken = await takeOfPeriod(tx, hold)
    if (taken) await insertHold(tx, hold, taken.isOver, now)
    else await refuseExceeded(tx, budget, hold, amount)
    isHeld ||= taken !== undefined
  }
  return isHeld
}

/**
 * Participant: a part of a placed order was cancelled, returned or refused. Each of its budgets gets back the same
 * share of what it paid, in its own currency, as went back of its part of the order: all of it if all went back.
 */
export async function giveBudgetsBack(
  tx: Tx,
  { companyId, checkoutId }: { readonly companyId: string; readonly checkoutId: string },
  { total, shares }: Omit<Spending, 'checkoutId'>,
  now: Date,
): Promise<void> {
  const byCostCenter = sumByCostCenter(shares)
  for (const hold of await lockCommitted(tx, companyId, checkoutId)) {
    const back = hold.kind === 'PERSON' ? total.amountMinor : byCostCenter.get(hold.subject.trim())
    if (!back || back <= 0n) continue
    const open = hold.baseMinor - hold.creditedMinor
    const credited = back < open ? hold.creditedMinor + back : hold.baseMinor
    // Rounded half up, and from the running sum, so that the parts add up to the whole.
    const released = (hold.amountMinor * credited * 2n + hold.baseMinor) / (2n * hold.baseMinor)
    await giveBackOf(tx, hold, { credited, released }, now)
  }
}

function subjectOf({ kind, subject }: Budget, personId: string): string | undefined {
  if (kind === 'COST_CENTER') return subject?.trim()
  return subject === undefined || subject === personId ? personId : undefined
}

/** Trims names: older orders and budgets may have blanks around them. */
function sumByCostCenter(shares: readonly Share[]): Map<string | undefined, bigint> {
  const sums = new Map<string | undefined, bigint>()
  for (const { costCenter, amount } of shares) {
    const name = costCenter?.trim()
    sums.set(name, (sums.get(name) ?? 0n) + amount.amountMinor)
  }
  return sums
}

/** A cached budget may have been switched off since: then nothing is taken, and nothing refused. */
async function refuseExceeded(
  tx: Tx,
  { companyId, id, name }: Budget,
  { startsOn, subject }: Hold,
  cost: Money,
): Promise<void> {
  const budget = await findBudget(tx, companyId, id)
  if (!budget?.active) return
  const { currency } = budget.limit
  const usages = (await listUsages(tx, companyId, [{ id, startsOn, currency }])).get(id) ?? []
  const used = usages.find((usage) => usage.subject === subject)
  const usedMinor = used ? used.held.amountMinor + used.committed.amountMinor : 0n
  throw fail('exceeded', {
    budgetId: id,
    budget: name,
    kind: budget.kind,
    left: { amount: decimalOf(budgetLeft(budget.limit, usedMinor)), currency },
    wanted: { amount: decimalOf(cost), currency },
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
  const whole = new Decimal(amount.amountMinor.toString()).div(
    new Decimal(10).pow(minorUnitsOf(amount.currency)),
  )
  return roundToMoney(whole.times(rate), currency)
}
