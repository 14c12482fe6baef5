import type { Tx } from '#platform/db'
import { presentCause } from '#platform/outbox'
import { ringAfterCommit } from '#platform/wake'
import { announceStep } from './announce.ts'
import type { ApprovalsDeps } from './deps.ts'
import { findNextStep } from './next-step.ts'
import type { ApprovalRequest } from './request.ts'
import { advance } from './request-store.ts'

/** Rung when nobody else need agree, and when a request is made: a worker looks again. */
export const requestsTopic = 'approvals.request_due'

/**
 * A participant: the present step is agreed to. True when nothing else is asked; `dueAt` is when a worker places the order
 * then.
 */
export async function moveOn(
  deps: Pick<ApprovalsDeps, 'peopleOf'>,
  tx: Tx,
  request: ApprovalRequest,
  { dueAt, now }: { readonly dueAt: Date; readonly now: Date },
): Promise<boolean> {
  const step = await findNextStep(deps, tx, request, now)
  const isLast = step === request.steps.length
  await advance(tx, request, { step, isLast, dueAt, cause: presentCause() })
  if (isLast) ringAfterCommit(tx, requestsTopic)
  else await announceStep(tx, request, step, now)
  return isLast
}
