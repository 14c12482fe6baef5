import { fail } from '../failures.ts'
import { type ApprovalRule, type ReadField, standardTimeoutHours } from '../rules/rule.ts'
import { contentOf, type PlannedStep } from './planned-step.ts'

const stepsMax = 20

/** A rule that asks for approval, or a soft budget that the order exceeds. */
export type StepSource = Pick<ApprovalRule, 'name' | 'steps'> & {
  readonly id: string
  readonly reads: readonly ReadField[]
}

/**
 * The steps of several rules follow each other. A step that repeats an earlier one exactly is needed once. It reads the
 * fields of both, and may reduce the order if one of the two may.
 */
export function planSteps(sources: readonly StepSource[]): readonly PlannedStep[] {
  const byContent = new Map<string, PlannedStep>()
  for (const { id: ruleId, name: ruleName, steps, reads } of sources) {
    for (const { mode, people, role, mayReduce } of steps) {
      const content = contentOf({ mode, people, role })
      const step: PlannedStep = byContent.get(content) ?? { mode, people, role, ruleId, ruleName }
      byContent.set(content, {
        ...step,
        ...(mayReduce && { mayReduce }),
        reads: [...new Set([...(step.reads ?? []), ...reads])],
      })
    }
  }
  if (byContent.size > stepsMax) throw fail('too_many_steps', { steps: byContent.size })
  return [...byContent.values()]
}

/** Everybody who has the role approver may approve. */
export function approverSource({
  id,
  name,
}: {
  readonly id: string
  readonly name: string
}): StepSource {
  return { id, name, steps: [{ mode: 'ANY', people: [], role: 'approver' }], reads: ['content'] }
}

type RuleTimes = Pick<ApprovalRule, 'timeoutHours' | 'remindAfterHours' | 'escalateAfterHours'>

/** The shortest times of all matching rules. A reminder and an escalation are undefined if no rule has them. */
export function shortestTimes(rules: readonly RuleTimes[]): RuleTimes {
  return {
    timeoutHours: shortestOf(rules.map((rule) => rule.timeoutHours)) ?? standardTimeoutHours,
    remindAfterHours: shortestOf(rules.map((rule) => rule.remindAfterHours)),
    escalateAfterHours: shortestOf(rules.map((rule) => rule.escalateAfterHours)),
  }
}

function shortestOf(times: readonly (number | undefined)[]): number | undefined {
  const hours = times.filter((time) => time !== undefined)
  return hours.length === 0 ? undefined : Math.min(...hours)
}
