import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'

export const budgetPeriods = ['MONTH', 'QUARTER', 'YEAR'] as const
export const limitPeriods = ['DAY', 'WEEK', 'MONTH'] as const
export const budgetKinds = ['COST_CENTER', 'UNIT', 'PERSON'] as const
export type BudgetKind = (typeof budgetKinds)[number]
export type Period = (typeof budgetPeriods)[number] | (typeof limitPeriods)[number]

/** The budget of a cost centre or of a unit, or the spending limit of a person. */
export type Budget = {
  readonly id: Id<'bud'>
  readonly companyId: Id<'co'>
  readonly name: string
  readonly kind: BudgetKind
  /** The cost centre, the unit or the person. Undefined: the limit applies to each person separately. */
  readonly subject: string | undefined
  /** Only purchases for this unit and for the units below it count. Undefined: those of the whole company. */
  readonly unitId: string | undefined
  readonly period: Period
  readonly limit: Money
  /** Orders may exceed it, and then need an approval. */
  readonly soft: boolean
  readonly active: boolean
}

/** A budget in one of its periods. */
export type Usage = {
  readonly subject: string
  /** The first day of the period, `2026-01-01`, in the time zone of the company. */
  readonly startsOn: string
  readonly held: Money
  readonly committed: Money
}

export type BudgetEntry = {
  readonly entry: number
  readonly subject: string
  readonly startsOn: string
  readonly kind: 'HOLD' | 'COMMIT' | 'RELEASE'
  readonly amount: Money
  readonly checkoutId: string
  readonly recordedAt: Date
}

/** An entry, and the order of its checkout, if it has one. */
export type EntryOfOrder = BudgetEntry & {
  readonly order: { readonly id: string; readonly number: string } | undefined
}

/** The first day of the period that the day lies in. Weeks begin on Monday, as in ISO 8601. */
export function periodStart(period: Period, day: string): string {
  const midnight = new Date(day)
  const year = midnight.getUTCFullYear()
  const month = midnight.getUTCMonth()
  const sinceMonday = (midnight.getUTCDay() + 6) % 7
  switch (period) {
    case 'DAY':
      return day
    case 'WEEK':
      return dayOf(year, month, midnight.getUTCDate() - sinceMonday)
    case 'MONTH':
      return dayOf(year, month, 1)
    case 'QUARTER':
      return dayOf(year, month - (month % 3), 1)
    case 'YEAR':
      return dayOf(year, 0, 1)
  }
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
