import type { Actor } from '#kernel/actor'
import { crashPoint } from '#platform/faults'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { lockOrderOf } from './decide-approval.ts'
import { refuseOrder } from './settle-approval.ts'
import { refuseRaise } from './settle-raise.ts'

export type RefuseInput = {
  readonly approvalId: string
  /** RETURNED: the person who ordered may change the order and submit it again, as a new one. */
  readonly to: 'REJECTED' | 'RETURNED'
  readonly reason: string
  /** The hash of the content, and the step from 1, that the approver has seen. */
  readonly contentHash?: string | undefined
  readonly step?: number | undefined
}

/**
 * One approver rejects the order or returns it for change: the same transaction ends the order, and its money goes back
 * afterwards. A changed order has another total, which neither the held card nor the promised credit covers, so a
 * returned one gives up its stock, money and budgets too.
 */
export async function refuseApproval(
  deps: FulfilmentDeps,
  actor: Actor,
  { approvalId: requestId, to, reason, ...version }: RefuseInput,
): Promise<void> {
  const now = deps.now()
  const { request } = await deps.approvals.get(actor, requestId)
  const { companyId, orderId } = request
  await deps.database.transaction(async (tx) => {
    const locked = await lockOrderOf(tx, request)
    await deps.approvals.refuse(tx, actor, { requestId, to, reason, ...version }, now)
    const refusal = { cause: to, reason, by: actor.id }
    if (request.added) await refuseRaise(tx, actor, locked, request, refusal, now)
    else await refuseOrder(deps, tx, locked, request, refusal, now)
  })
  crashPoint('approvals.carried')
  await settleCreditsOf(deps, companyId, orderId)
}
