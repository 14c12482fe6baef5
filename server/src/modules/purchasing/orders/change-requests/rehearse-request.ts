import type { Actor } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { todayOf } from '#modules/identity'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { lockOrder } from '../fulfilment/locked-order-store.ts'
import { isOpen } from '../lifecycle.ts'
import { assertBuyerSide, partyOf } from '../party.ts'
import type { RaiseTerms } from '../raises/cover-raise.ts'
import { RaiseNeedsApproval } from '../raises/raise-needs-approval.ts'
import { raiseOrder } from '../raises/raise-order.ts'
import { insertAddedLines } from '../raises/raise-store.ts'
import { SupplementNeeded } from '../supplements/supplement.ts'
import { additionsIn } from './change-request.ts'
import { type LineWish, readRequestedLines } from './read-requested-lines.ts'

/**
 * Raises the order as the request wishes, and rolls it back. Returns why it would be refused now: the buyer learns it, and
 * the supplier, which accepts the request, learns nothing of it.
 */
export async function refusalOf(
  deps: FulfilmentDeps,
  actor: Actor,
  { orderId, lines: wishes }: { readonly orderId: string; readonly lines: readonly LineWish[] },
): Promise<Failure | undefined> {
  if (wishes.every((wish) => !('quantity' in wish))) return undefined
  const now = deps.now()
  try {
    await deps.database.transaction(async (tx) => {
      const locked = await lockOrder(tx, actor, orderId)
      if (!locked || !isOpen(locked.order.state)) return
      assertBuyerSide(partyOf(actor, locked.order, locked.lines))
      const today = await todayOf(tx, locked.order.companyId, now)
      const { changes } = readRequestedLines(locked, wishes, today)
      const additions = additionsIn(changes)
      if (additions.length === 0) return
      const { added, cover } = await raiseOrder(deps, tx, locked, additions, terms, now)
      await insertAddedLines(tx, added)
      await cover()
      throw new Rehearsed()
    })
  } catch (error) {
    if (error instanceof Failure) return error
    // Once the supplier has accepted, those who have to approve it are asked, and the buyer of an order by card is.
    const isAskedLater = error instanceof RaiseNeedsApproval || error instanceof SupplementNeeded
    if (!(error instanceof Rehearsed || isAskedLater)) throw error
  }
  return undefined
}

const terms: RaiseTerms = { approval: 'ask', supplement: {} }

/** Rolls back a transaction that succeeded. */
class Rehearsed extends Error {}
