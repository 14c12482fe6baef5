import type { Conn } from '#platform/db'
import type { ApprovalsDeps } from '../deps.ts'
import type { ApprovalStep } from '../rules/rule.ts'
import type { PlannedStep } from './planned-step.ts'
import type { Vote } from './request.ts'

/** The people who may decide the step now, without those who left the company and those behind the order. */
export async function seatsOf(
  { peopleOf }: Pick<ApprovalsDeps, 'peopleOf'>,
  conn: Conn,
  companyId: string,
  { people, role, unitIds }: ApprovalStep & Pick<PlannedStep, 'unitIds'>,
  peopleBehindOrder: readonly string[],
): Promise<string[]> {
  const seats = await peopleOf(conn, companyId, { ids: people, role, unitIds })
  return seats.filter((id) => !peopleBehindOrder.includes(id))
}

/** The approvers who have a vote in the step, their own or a deputy's. */
export function votedSeatsOf(votes: readonly Vote[], step: number): ReadonlySet<string> {
  return new Set(votes.filter((vote) => vote.step === step).map(({ personId }) => personId))
}
