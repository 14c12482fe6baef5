import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { type ApprovalRequest, peopleBehind } from './request.ts'
import { seatsOf } from './seats.ts'
import { repeatVotes } from './step-approval.ts'
import { insertVotes, listVotes } from './vote-store.ts'

/**
 * Participant: finds the next step with an approver who has not decided yet. On the way it records earlier decisions
 * that answer a step already. Equals the number of steps if none is left.
 */
export async function findNextStep(
  deps: Pick<ApprovalsDeps, 'peopleOf'>,
  tx: Tx,
  request: ApprovalRequest,
  now: Date,
): Promise<number> {
  const { companyId, id, steps } = request
  const votes = (await listVotes(tx, companyId, [id])).get(id) ?? []
  for (const [at, step] of steps.entries()) {
    if (at <= request.step) continue
    const seats = await seatsOf(deps, tx, companyId, step, peopleBehind(request))
    const { repeatedVotes, isApproved } = repeatVotes(steps, at, seats, votes)
    if (repeatedVotes.length > 0) {
      await insertVotes(
        tx,
        request,
        repeatedVotes.map((vote) => ({ ...vote, votedAt: now })),
      )
    }
    if (!isApproved) return at
  }
  return steps.length
}
