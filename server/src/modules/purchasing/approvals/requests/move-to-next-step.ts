import type { Tx } from '#platform/db'
import { presentCause } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import type { ApprovalsDeps } from '../deps.ts'
import { announceStep } from '../notices/announce.ts'
import { findNextStep } from './next-step.ts'
import type { ApprovalRequest } from './request.ts'
import { advanceRequest } from './request-store.ts'

/** Rings when no further approval is needed, and when a request is made: a worker reads it. */
export const requestsTopic = 'approvals.request_due'

/**
 * Participant: the present step is approved. Returns true if no further step is needed; at `dueAt` a worker then places
 * the order.
 */
export async function moveToNextStep(
  deps: Pick<ApprovalsDeps, 'peopleOf' | 'workingTimeOf'>,
  tx: Tx,
  request: ApprovalRequest,
  { dueAt, now }: { readonly dueAt: Date; readonly now: Date },
): Promise<boolean> {
  const step = await findNextStep(deps, tx, request, now)
  const isLast = step === request.steps.length
  await advanceRequest(tx, request, { step, isLast, dueAt, cause: presentCause() })
  if (isLast) ringAfterCommit(tx, requestsTopic)
  else {
    const time = await deps.workingTimeOf(tx, request.companyId)
    announceStep(tx, request, { step, time, now })
  }
  return isLast
}
