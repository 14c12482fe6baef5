import type { Actor } from '#kernel/actor'
import type { Tx } from '#platform/db'
import { settleCreditsOf } from '../credits/settle-credits.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { type StepRequest, takeStep } from '../fulfilment/take-step.ts'
import { assertBuyer } from '../party.ts'
import { bindApproved } from '../raises/bind-approved.ts'
import type { OfferedSupplement } from '../raises/cover-raise.ts'
import { bindOrPay, type PayRequest } from '../supplements/open-supplement.ts'
import { type Agreement, agreedIn, assertOpen, type ChangeRequest } from './change-request.ts'
import { findChangeRequest } from './change-request-store.ts'
import { acceptRequest } from './decide-change-request.ts'

type Named = { readonly changeRequestId: string }

export type PayRequestInput = PayRequest & Named

/** The buyer pays what an order by card costs more with a request that the supplier has accepted. */
export function payRequest(
  deps: FulfilmentDeps,
  actor: Actor,
  input: PayRequestInput,
): Promise<string> {
  return bindOrPay(
    deps,
    actor,
    input,
    () => bindAgreed(deps, actor, input, {}),
    async (tx, { order }) => {
      const request = await getAgreed(tx, order, input)
      return { ...agreedIn(request), note: request.agreement.note }
    },
  )
}

/** The request binds as the supplier has accepted it. Throws `SupplementNeeded` until the buyer has paid for it. */
export async function bindAgreed(
  deps: FulfilmentDeps,
  payer: Actor,
  input: StepRequest & Named,
  supplement: OfferedSupplement,
): Promise<string> {
  const companyId = await takeStep(deps, payer, input, 'stp', async (tx, locked) => {
    assertBuyer(locked.party)
    const request = await getAgreed(tx, locked.order, input)
    const { by, note } = request.agreement
    const decided = { decidedBy: by, decidedAt: locked.now, decisionNote: note }
    const accepted = { ...request, state: 'ACCEPTED' as const, ...decided }
    const raise = await bindApproved(tx, locked.order, agreedIn(request))
    const approval = raise && { id: raise.approvalId }
    return acceptRequest(deps, tx, payer, locked, accepted, { approval, supplement })
  })
  await settleCreditsOf(deps, companyId, input.orderId)
  return companyId
}

/** Throws unless the supplier has accepted the request, and it waits for the payment of the buyer. */
async function getAgreed(
  tx: Tx,
  { companyId, id: orderId }: LockedOrder['order'],
  { changeRequestId }: Named,
): Promise<ChangeRequest & { readonly agreement: Agreement }> {
  const request = await findChangeRequest(tx, companyId, orderId, changeRequestId)
  if (!request) throw fail('change_request_not_found', { changeRequestId })
  assertOpen(request)
  const { agreement } = request
  if (!agreement) throw fail('change_request_not_accepted', { changeRequestId })
  return { ...request, agreement }
}
