import { fail } from '../failures.ts'
import type { PlannedStep } from './planned-step.ts'
import { type ApprovalRequest, peopleBehind, stepOf } from './request.ts'

/** With those of the rules: as many as rules may ask for. */
const stepsMax = 20

/** The steps of the request with a new one after the present one, in which this person must approve. */
export function stepsWithApprover(
  request: ApprovalRequest,
  personId: string,
  addedBy: string,
): readonly PlannedStep[] {
  const { steps, step: at } = request
  if (steps.slice(at).some((step) => requiresPerson(step, personId))) {
    throw fail('approver_exists', { personId })
  }
  if (steps.length >= stepsMax) throw fail('approvers_limit_reached', { limit: stepsMax })
  const addedStep: PlannedStep = {
    mode: 'ALL',
    people: [personId],
    role: undefined,
    ruleId: `added_${personId}`,
    ruleName: stepOf(request).ruleName,
    reads: ['content'],
    addedBy,
  }
  return steps.toSpliced(at + 1, 0, addedStep)
}

/** The order cannot pass this step without the person. */
function requiresPerson({ mode, people, role }: PlannedStep, personId: string): boolean {
  return people.includes(personId) && (mode === 'ALL' || (people.length === 1 && !role))
}

/** The steps that somebody added to a returned request. The order that replaces it needs them, too. */
export function addedStepsOf(
  { steps }: Pick<ApprovalRequest, 'steps'>,
  revision: Pick<ApprovalRequest, 'requesterId' | 'payerId'>,
): readonly PlannedStep[] {
  const cannotApprove = peopleBehind(revision)
  return steps.filter(
    ({ addedBy, people }) =>
      addedBy !== undefined && !people.some((id) => cannotApprove.includes(id)),
  )
}
