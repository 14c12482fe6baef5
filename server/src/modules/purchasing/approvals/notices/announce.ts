import { Type } from 'typebox'
import type { Tx } from '#platform/db'
import { defineJob, enqueue } from '#platform/jobs'
import type { WorkingTime } from '#platform/working-time'
import { noticesOf } from '../requests/deadline.ts'
import type { ApprovalRequest } from '../requests/request.ts'

/** Why a mail is sent. */
export const noticeKinds = ['ASKED', 'REMINDED', 'ESCALATED', 'DECIDED'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** Reads the request again when it runs: if the request has advanced in the meantime, nobody is notified. */
export const NotifyOfRequest = defineJob({
  name: 'approvals.tell_of_request',
  payload: Type.Object({
    companyId: Type.String(),
    requestId: Type.String(),
    step: Type.Integer(),
    /** The version of the request. Absent in jobs of an older process: the first one. */
    version: Type.Optional(Type.Integer()),
    kind: Type.Enum([...noticeKinds]),
  }),
  leaseSeconds: 60,
  attemptsMax: 10,
  poison: 'set_aside',
})

/** Participant: a step begins. Its approvers get a mail and later a reminder, and then administrators get one. */
export function announceStep(
  tx: Tx,
  request: ApprovalRequest,
  { step, time, now }: { readonly step: number; readonly time: WorkingTime; readonly now: Date },
): void {
  const { remindAt, escalateAt } = noticesOf(time, request, now)
  enqueueNotice(tx, request, { step, kind: 'ASKED' }, now, now)
  enqueueNotice(tx, request, { step, kind: 'REMINDED' }, remindAt, now)
  enqueueNotice(tx, request, { step, kind: 'ESCALATED' }, escalateAt, now)
}

/** Participant: administrators get a mail now, before the deadline. */
export function announceEscalation(tx: Tx, request: ApprovalRequest, now: Date): void {
  enqueueNotice(tx, request, { step: request.step, kind: 'ESCALATED' }, now, now)
}

/** Participant: notifies the requester of the decision. */
export async function announceDecision(tx: Tx, request: ApprovalRequest, now: Date): Promise<void> {
  enqueueNotice(tx, request, { step: request.step, kind: 'DECIDED' }, now, now)
}

function enqueueNotice(
  tx: Tx,
  { companyId, id: requestId, version, expiresAt }: ApprovalRequest,
  notice: { readonly step: number; readonly kind: NoticeKind },
  availableAt: Date,
  now: Date,
): void {
  if (notice.kind !== 'DECIDED' && availableAt >= expiresAt) return
  enqueue(tx, NotifyOfRequest, { companyId, requestId, version, ...notice }, { now, availableAt })
}
