import type { Money } from '#kernel/money'
import type { ApprovalPlan } from '#modules/approvals'
import type { Share } from '#modules/budgets'
import type { ShownDifference } from '../approval/difference-view.ts'

/** What others have to approve before a raise binds. */
export type AskedRaise = {
  readonly plan: ApprovalPlan
  /** What the order costs then, and how much of it is added. */
  readonly total: Money
  readonly added: Money
  /** The added amount by cost centre. */
  readonly shares: readonly Share[]
  readonly differences: readonly ShownDifference[]
  /** The order that was judged. */
  readonly version: number
}

/** Rolls back a step that others have to approve. */
export class RaiseNeedsApproval extends Error {
  readonly asked: AskedRaise

  constructor(asked: AskedRaise) {
    super('Others have to approve the raise.')
    this.asked = asked
  }
}
