import { Type } from 'typebox'
import type { Tx } from '#platform/db'
import { defineJob } from '#platform/jobs'
import type { WorkingTime } from '#platform/working-time'
import { startDecisionTimers } from './decision-timers.ts'
import type { Proposal } from './proposal.ts'

const payload = Type.Object({
  companyId: Type.String(),
  orderId: Type.String(),
  proposalId: Type.String(),
})

/** Reads the proposal again when it runs: after a decision nobody is reminded. */
export const RemindOfProposal = defineJob({
  name: 'orders.remind_of_proposal',
  payload,
  leaseSeconds: 60,
  attemptsMax: 12,
  poison: 'retried_slowly',
})

/** Reads the proposal again when it runs: after a decision nothing lapses. */
export const LapseProposal = defineJob({
  name: 'orders.lapse_proposal',
  payload,
  leaseSeconds: 60,
  attemptsMax: 12,
  poison: 'retried_slowly',
})

const jobs = { remind: RemindOfProposal, lapse: LapseProposal }

/** Participant: the buyer is reminded after two working days, and later the proposal lapses. */
export function startTimers(tx: Tx, proposal: Proposal, time: WorkingTime): void {
  const { companyId, orderId, id: proposalId, proposedAt: now, lapsesAt } = proposal
  startDecisionTimers(tx, jobs, { companyId, orderId, proposalId }, { now, lapsesAt, time })
}
