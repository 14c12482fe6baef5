import type { Role } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'

/** Where nobody says how long. */
export const standardTimeoutHours = 72

export const stepModes = ['ANY', 'ALL'] as const

/** Who decides, and whether one of them is enough. */
export type ApprovalStep = {
  readonly mode: (typeof stepModes)[number]
  readonly people: readonly string[]
  /** Beside the people, or instead: everybody who has the role when it comes to deciding. */
  readonly role: 'approver' | undefined
}

/** All that are said must hold. None said: the rule is for every order. */
export type Conditions = {
  /** The total of the order is this or more, converted where it is in another currency. */
  readonly amountFrom: Money | undefined
  /** Some line is in one of these, or below it. */
  readonly categoryIds: readonly string[]
  /** Some line, or the order, is for one of these. */
  readonly costCenters: readonly string[]
  readonly requesterIds: readonly string[]
  readonly requesterRoles: readonly Role[]
}

export type ApprovalRule = {
  readonly id: Id<'apr'>
  readonly companyId: Id<'co'>
  readonly name: string
  /** The smallest asks first. */
  readonly position: number
  readonly conditions: Conditions
  readonly steps: readonly ApprovalStep[]
  /** Without a decision by then the order is given up. Less than a card's hold lasts. */
  readonly timeoutHours: number
  /** Who has not decided so long after being asked is reminded. Undefined: after a third of the time. */
  readonly remindAfterHours: number | undefined
  /** Then administrators are asked, and may decide. Undefined: after two thirds of the time. */
  readonly escalateAfterHours: number | undefined
}

/** As much of an order as rules look at. */
export type Orderly = {
  readonly companyId: Id<'co'>
  readonly requesterId: string
  readonly requesterRoles: ReadonlySet<Role>
  readonly total: Money
  readonly costCenters: ReadonlySet<string>
  /** Those of the lines, with all above them. */
  readonly categoryIds: ReadonlySet<string>
}

/** `amountIn` tells the order's total in another currency. */
export function matches(
  { conditions }: ApprovalRule,
  order: Orderly,
  amountIn: (currency: string) => Money,
): boolean {
  const { amountFrom, categoryIds, costCenters, requesterIds, requesterRoles } = conditions
  const isAmongOf = (wanted: readonly string[], held: ReadonlySet<string>) =>
    wanted.length === 0 || wanted.some((one) => held.has(one))
  return (
    isAmongOf(requesterIds, new Set([order.requesterId])) &&
    isAmongOf(requesterRoles, order.requesterRoles) &&
    isAmongOf(costCenters, order.costCenters) &&
    isAmongOf(categoryIds, order.categoryIds) &&
    (!amountFrom || amountIn(amountFrom.currency).amountMinor >= amountFrom.amountMinor)
  )
}
