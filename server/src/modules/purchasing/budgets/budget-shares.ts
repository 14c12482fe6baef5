import type { Money } from '#kernel/money'
import type { Budget } from './budget.ts'
import type { CommittedHold, ReleasedSums } from './hold-store.ts'

/** The cost of an order, and the part of each cost centre. The parts add up to the total. */
export type Spending = {
  readonly checkoutId: string
  /** The unit that the order is for. Undefined: that of the person who orders. */
  readonly unitId: string | undefined
  readonly total: Money
  readonly shares: readonly Share[]
}

/** The cost of an order by cost centre: summed once for all budgets of a company. */
export type SpendingSums = {
  readonly totalMinor: bigint
  /** By the names of the cost centres, without blanks around them: older orders and budgets may have some. */
  readonly byCostCenter: ReadonlyMap<string, bigint>
}

export type Share = { readonly costCenter: string | undefined; readonly amount: Money }

/** The part of an order that counts for a budget. */
export type BudgetCost = { readonly subject: string; readonly amountMinor: bigint }

export function sumsOf({ total, shares }: Cost): SpendingSums {
  const byCostCenter = new Map<string, bigint>()
  for (const { costCenter, amount } of shares) {
    if (costCenter === undefined) continue
    const name = costCenter.trim()
    byCostCenter.set(name, (byCostCenter.get(name) ?? 0n) + amount.amountMinor)
  }
  return { totalMinor: total.amountMinor, byCostCenter }
}

/** What an order costs, by cost centre. */
export type Cost = Pick<Spending, 'total' | 'shares'>

/** Who needs the goods. */
export type Spender = {
  readonly personId: string
  /** The unit of the order, with all units above it. */
  readonly unitIds: ReadonlySet<string>
}

/** Undefined if the budget does not apply to the person, to the unit or to any part of the order. */
export function budgetCost(
  budget: Pick<Budget, 'kind' | 'subject' | 'unitId'>,
  { personId, unitIds }: Spender,
  spending: SpendingSums,
): BudgetCost | undefined {
  if (budget.unitId !== undefined && !unitIds.has(budget.unitId)) return undefined
  const subject = subjectOf(budget, personId)
  if (subject === undefined) return undefined
  const amountMinor = amountOf({ kind: budget.kind, subject }, spending)
  return amountMinor === 0n ? undefined : { subject, amountMinor }
}

function subjectOf(
  { kind, subject }: Pick<Budget, 'kind' | 'subject'>,
  personId: string,
): string | undefined {
  if (kind !== 'PERSON') return subject?.trim()
  return subject === undefined || subject === personId ? personId : undefined
}

function amountOf(
  { kind, subject }: { readonly kind: Budget['kind']; readonly subject: string },
  { totalMinor, byCostCenter }: SpendingSums,
): bigint {
  return kind === 'COST_CENTER' ? (byCostCenter.get(subject.trim()) ?? 0n) : totalMinor
}

/** Undefined if nothing of the order went back that this budget has paid. */
export function releasedSums(
  hold: CommittedHold,
  spending: SpendingSums,
): ReleasedSums | undefined {
  const { amountMinor, baseMinor, creditedMinor: creditedBefore } = hold
  const credit = amountOf(hold, spending)
  if (credit <= 0n) return undefined
  const openMinor = baseMinor - creditedBefore
  const creditedMinor = credit < openMinor ? creditedBefore + credit : baseMinor
  // Rounded half up, and from the running sum, so that the parts add up to the whole.
  const sum = (amountMinor * creditedMinor * 2n + baseMinor) / (2n * baseMinor)
  // The order may have been raised at another rate since.
  const releasedMinor = sum < hold.releasedMinor ? hold.releasedMinor : sum
  return { creditedMinor, releasedMinor }
}
