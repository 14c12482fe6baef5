import type { PlannedStep } from './planned-step.ts'
import type { Vote } from './request.ts'
import { votedSeatsOf } from './seats.ts'

/** `vacant`: none of the approvers is there any more, and administrators must decide in their place. */
export type StepState = 'approved' | 'vacant' | 'open'

/** Whether the approvers who have voted are enough. */
export function isStepApproved(
  { mode }: Pick<PlannedStep, 'mode'>,
  seats: readonly string[],
  votedSeats: ReadonlySet<string>,
): boolean {
  return votedSeats.size > 0 && (mode === 'ANY' || seats.every((seat) => votedSeats.has(seat)))
}

/** The state of a step after some of its approvers have left. A vote ends a step in which any approver is enough. */
export function stepStateOf(
  step: Pick<PlannedStep, 'mode'>,
  seats: readonly string[],
  votedSeats: ReadonlySet<string>,
): StepState {
  if (seats.length === 0) return 'vacant'
  return step.mode === 'ALL' && isStepApproved(step, seats, votedSeats) ? 'approved' : 'open'
}

/** The earlier votes that also count for this step, and whether it needs no other vote. */
export function repeatVotes(
  steps: readonly PlannedStep[],
  at: number,
  seats: readonly string[],
  votes: readonly Vote[],
): { readonly repeatedVotes: readonly Vote[]; readonly isApproved: boolean } {
  const step = steps[at]
  if (!step) throw new Error(`there is no step ${at}`)
  const seatVotes = votes.filter(({ personId }) => seats.includes(personId))
  const votedSeats = votedSeatsOf(seatVotes, at)
  if (isStepApproved(step, seats, votedSeats)) return { repeatedVotes: [], isApproved: true }
  const repeatedVotes = votesForStep(step, steps, seatVotes)
    .filter(({ personId }) => !votedSeats.has(personId))
    .map((vote) => ({ ...vote, step: at }))
  const allSeats = votedSeatsOf([...seatVotes, ...repeatedVotes], at)
  return { repeatedVotes, isApproved: isStepApproved(step, seats, allSeats) }
}

/**
 * A person whom several rules name decides once. Only their own decision counts, and not that of a deputy or an
 * administrator in their place. It does not count for another step of the same rule, which asks twice on purpose. A kept
 * approval counts for its own step only.
 */
function votesForStep(
  { ruleId, people }: PlannedStep,
  steps: readonly PlannedStep[],
  votes: readonly Vote[],
): readonly Vote[] {
  const ownVotes = votes.filter(
    ({ step, personId, votedBy, keptFrom }) =>
      keptFrom === undefined &&
      personId === votedBy &&
      people.includes(personId) &&
      steps[step]?.ruleId !== ruleId,
  )
  return [...new Map(ownVotes.map((vote) => [vote.personId, vote])).values()]
}
