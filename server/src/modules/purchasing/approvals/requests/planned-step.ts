import type { ApprovalStep, ReadField } from '../rules/rule.ts'

export type PlannedStep = ApprovalStep & {
  readonly ruleId: string
  readonly ruleName: string
  /** The fields that the conditions of its rules read. Absent in steps of an older version: the whole content. */
  readonly reads?: readonly ReadField[]
  /** The unit of the order with those above it: who has the role for one of them has a seat, too. Absent: the order has no unit. */
  readonly unitIds?: readonly string[]
  /** The person who added this step to the request. Absent: a rule asks for it. */
  readonly addedBy?: string
}

/** Whether two steps of the same rule ask the same people in the same mode, for the same unit. */
export function isSameStep(one: PlannedStep, other: PlannedStep): boolean {
  return (
    one.ruleId === other.ruleId &&
    contentOf(one) === contentOf(other) &&
    String(one.unitIds) === String(other.unitIds)
  )
}

export function contentOf({ mode, people, role }: ApprovalStep): string {
  return JSON.stringify([mode, [...people].sort(), role])
}
