import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { raiseHashOf } from '../approval/content-hash.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { creditData, orderEvent } from '../fulfilment/fulfilment-events.ts'
import {
  type OrderChange,
  type OrderInStep,
  type StepRequest,
  takeStep,
} from '../fulfilment/take-step.ts'
import { requesterOf } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { changeData, OrderRaiseAwaitsApproval } from './raise-events.ts'
import { type AskedRaise, RaiseNeedsApproval } from './raise-needs-approval.ts'
import { coverForSupplier } from './raise-order.ts'
import { type AgreedChange, findWaitingRaise, insertRaise } from './waiting-raise-store.ts'

/** Somebody else has changed the order since it was judged. */
class OrderMoved extends Error {}

type Decide = Parameters<typeof takeStep>[4]

/**
 * One side accepts a change of the other. If others have to approve what it adds, everything is rolled back but what they need to
 * know: the order stays as it is, the budgets hold what is added, and the change binds with the last approval.
 */
export async function acceptOrAsk(
  deps: FulfilmentDeps,
  actor: Actor,
  input: StepRequest,
  accept: Decide,
  agreedIn: (tx: Tx, locked: OrderInStep) => Promise<AgreedChange>,
): Promise<Id<'co'>> {
  try {
    return await takeStep(deps, actor, input, 'stp', accept)
  } catch (error) {
    if (!(error instanceof RaiseNeedsApproval)) throw error
    return askForApproval(deps, actor, input, error.asked, agreedIn).catch((reason: unknown) => {
      if (!(reason instanceof OrderMoved)) throw reason
      return acceptOrAsk(deps, actor, input, accept, agreedIn)
    })
  }
}

function askForApproval(
  deps: FulfilmentDeps,
  actor: Actor,
  input: StepRequest,
  asked: AskedRaise,
  agreedIn: (tx: Tx, locked: OrderInStep) => Promise<AgreedChange>,
): Promise<Id<'co'>> {
  return takeStep(deps, actor, input, 'stp', async (tx, locked): Promise<OrderChange> => {
    const { order, now } = locked
    if (order.version !== asked.version) throw new OrderMoved()
    const waiting = await findWaitingRaise(tx, { companyId: order.companyId, orderId: order.id })
    if (waiting) throw fail('raise_awaits_approval')
    const agreed = await agreedIn(tx, locked)
    const document = await findOrder(tx, order.companyId, order.id)
    assert(document, `order ${order.id} is gone`)
    const { companyId, id: orderId, number: orderNumber, checkoutId, unitId, placedBy } = order
    const { plan, total, added, shares, differences } = asked
    const contentHash = raiseHashOf(document, { ...agreed, differences })
    const content = { contentHash, contentDigest: contentHash, total, added }
    const facts = { ...changeData(agreed), addedAmount: decimalOf(added) }
    return {
      kind: 'RAISE_AWAITS_APPROVAL',
      changed: [],
      details: facts,
      comment: agreed.note,
      record: async (next) => {
        const names = { companyId, orderId, orderNumber, requestedBy: placedBy }
        const request = { ...names, ...content, plan, ofRequisition: false, revises: undefined }
        const approvalId = await deps.approvals.open(tx, request, now)
        if (checkoutId !== undefined && added.amountMinor > 0n) {
          const spender = { companyId, id: requesterOf(order) }
          const spending = { checkoutId, unitId, total: added, shares, heldAs: approvalId }
          const hold = () => deps.budgets.holdRaise(tx, spender, spending, now)
          await (locked.party.isBuyer ? hold() : coverForSupplier(hold))
        }
        const acceptedBy = actor.id
        await insertRaise(tx, {
          ...agreed,
          companyId,
          orderId,
          approvalId,
          acceptedBy,
          differences,
        })
        const data = { approvalId, ...changeData(agreed), added: creditData(added) }
        await emit(tx, OrderRaiseAwaitsApproval, orderEvent(next, now, data))
      },
    }
  })
}
