import type { Conn } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import type { ApprovalPlan } from './plan.ts'
import { peopleBehind } from './request.ts'
import { seatsOf } from './seats.ts'
import { isStepApproved } from './step-approval.ts'

/** Whether this person alone can give all approvals of the plan, each with a seat of their own. */
export async function canGiveAll(
  deps: Pick<ApprovalsDeps, 'peopleOf'>,
  conn: Conn,
  companyId: string,
  { steps, requesterId, payerId }: ApprovalPlan,
  personId: string,
): Promise<boolean> {
  const behind = peopleBehind({ requesterId, payerId })
  for (const step of steps) {
    const seats = await seatsOf(deps, conn, companyId, step, behind)
    const isApproved = isStepApproved(step, seats, new Set([personId]))
    if (!seats.includes(personId) || !isApproved) return false
  }
  return true
}
