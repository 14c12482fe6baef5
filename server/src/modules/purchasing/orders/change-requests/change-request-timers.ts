import { Type } from 'typebox'
import type { Tx } from '#platform/db'
import { defineJob, enqueue } from '#platform/jobs'
import type { WorkingTime } from '#platform/working-time'
import { startDecisionTimers } from '../proposals/decision-timers.ts'
import type { ChangeRequest } from './change-request.ts'

const payload = Type.Object({
  companyId: Type.String(),
  orderId: Type.String(),
  changeRequestId: Type.String(),
})

/** Reads the request again when it runs: after a decision nobody is reminded. */
export const RemindOfChangeRequest = defineJob({
  name: 'orders.remind_of_change_request',
  payload,
  leaseSeconds: 60,
  attemptsMax: 12,
  poison: 'retried_slowly',
})

/** Reads the request again when it runs: after a decision nothing lapses. */
export const LapseChangeRequest = defineJob({
  name: 'orders.lapse_change_request',
  payload,
  leaseSeconds: 60,
  attemptsMax: 12,
  poison: 'retried_slowly',
})

/** Reads the request again when it runs: what is paid, or has ended otherwise, does not lapse. */
export const LapseUnpaidRequest = defineJob({
  name: 'orders.lapse_unpaid_request',
  payload,
  leaseSeconds: 60,
  attemptsMax: 12,
  poison: 'retried_slowly',
})

const jobs = { remind: RemindOfChangeRequest, lapse: LapseChangeRequest }

/** Participant: the supplier is reminded after two working days, and later the request lapses. */
export function startRequestTimers(tx: Tx, request: ChangeRequest, time: WorkingTime): void {
  const { companyId, orderId, id: changeRequestId, requestedAt: now, lapsesAt } = request
  startDecisionTimers(tx, jobs, { companyId, orderId, changeRequestId }, { now, lapsesAt, time })
}

/** Participant: the request lapses if the buyer does not pay. */
export function startPaymentTimer(tx: Tx, request: ChangeRequest, now: Date): void {
  const { companyId, orderId, id: changeRequestId, lapsesAt } = request
  const target = { companyId, orderId, changeRequestId }
  enqueue(tx, LapseUnpaidRequest, target, { now, availableAt: lapsesAt })
}
