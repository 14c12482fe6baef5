import { Type } from 'typebox'
import { after, hoursMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { defineJob, enqueue } from '#platform/jobs'
import type { ApprovalRequest } from './request.ts'

/** Why somebody is written to. */
export const noticeKinds = ['ASKED', 'REMINDED', 'ESCALATED', 'DECIDED'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** Looks again when it runs: of a request that has gone on meanwhile nobody is told. */
export const TellOfRequest = defineJob({
  name: 'approvals.tell_of_request',
  payload: Type.Object({
    companyId: Type.String(),
    requestId: Type.String(),
    step: Type.Integer(),
    kind: Type.Enum([...noticeKinds]),
  }),
  leaseSeconds: 60,
  attemptsMax: 10,
  poison: 'set_aside',
})

/** A participant: a step begins. Those who decide in it are asked, later reminded, and then administrators are. */
export async function announceStep(
  tx: Tx,
  request: ApprovalRequest,
  step: number,
  now: Date,
): Promise<void> {
  const { remindMs, escalateMs } = waits(request)
  announce(tx, request, { step, kind: 'ASKED' }, now, now)
  announce(tx, request, { step, kind: 'REMINDED' }, after(now, remindMs), now)
  announce(tx, request, { step, kind: 'ESCALATED' }, after(now, escalateMs), now)
}

/** A participant: administrators are asked now, before their time. */
export function announceEscalation(tx: Tx, request: ApprovalRequest, now: Date): void {
  announce(tx, request, { step: request.step, kind: 'ESCALATED' }, now, now)
}

/** A participant: whoever ordered is to know what became of it. */
export async function announceDecision(tx: Tx, request: ApprovalRequest, now: Date): Promise<void> {
  announce(tx, request, { step: request.step, kind: 'DECIDED' }, now, now)
}

function announce(
  tx: Tx,
  { companyId, id: requestId, expiresAt }: ApprovalRequest,
  what: { readonly step: number; readonly kind: NoticeKind },
  availableAt: Date,
  now: Date,
): void {
  if (what.kind !== 'DECIDED' && availableAt >= expiresAt) return
  enqueue(tx, TellOfRequest, { companyId, requestId, ...what }, { now, availableAt })
}

/** From the beginning of a step. Where no rule says how long: a third and two thirds of the time of the request. */
function waits(request: ApprovalRequest): { remindMs: number; escalateMs: number } {
  const { requestedAt, expiresAt, remindAfterHours, escalateAfterHours } = request
  const wholeMs = expiresAt.getTime() - requestedAt.getTime()
  return {
    remindMs: remindAfterHours === undefined ? wholeMs / 3 : hoursMs(remindAfterHours),
    escalateMs: escalateAfterHours === undefined ? (2 * wholeMs) / 3 : hoursMs(escalateAfterHours),
  }
}
