import type { Tx } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import { seatsOf } from './plan.ts'
import type { PlannedStep } from './planned-step.ts'
import { type ApprovalRequest, peopleBehind, type Vote } from './request.ts'
import { insertVotes, listVotes } from './request-store.ts'

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
    const here = votes.filter((vote) => vote.step === at && seats.includes(vote.personId))
    if (isAgreed(step, seats, here)) continue
    const has = new Set(here.map(({ personId }) => personId))
    const given = decisionsFor(step, steps, votes).filter(
      ({ personId }) => seats.includes(personId) && !has.has(personId),
    )
    if (given.length === 0) return at
    const again = given.map((vote) => ({ ...vote, step: at, votedAt: now }))
    await insertVotes(tx, request, again)
    if (!isAgreed(step, seats, [...here, ...given])) return at
  }
  return steps.length
}

function isAgreed(
  { mode }: PlannedStep,
  seats: readonly string[],
  votes: readonly Vote[],
): boolean {
  const people = new Set(votes.map(({ personId }) => personId))
  return people.size > 0 && (mode === 'ANY' || seats.every((seat) => people.has(seat)))
}

/**
 * A person whom several rules name decides once. Only their own decision counts, and not that of a deputy or an
 * administrator in their place. It does not count for another step of the same rule, which asks twice on purpose. A kept
 * approval counts for its own step only.
 */
function decisionsFor(
  { ruleId, people }: PlannedStep,
  steps: readonly PlannedStep[],
  votes: readonly Vote[],
): readonly Vote[] {
  const counting = votes.filter(
    ({ step, personId, votedBy, keptFrom }) =>
      keptFrom === undefined &&
      personId === votedBy &&
      people.includes(personId) &&
      steps[step]?.ruleId !== ruleId,
  )
  return [...new Map(counting.map((vote) => [vote.personId, vote])).values()]
}
