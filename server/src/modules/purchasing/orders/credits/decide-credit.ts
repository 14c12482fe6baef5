import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { type StepRequest, takeStep } from '../fulfilment/take-step.ts'
import type { Credit, Order } from '../order.ts'
import { holdCredit, markPaidOtherwise, markWaiting } from './credit-store.ts'
import { creditRefusedNotice } from './refuse-credit.ts'

export type CreditDecision = StepRequest & {
  readonly creditId: string
  readonly note?: string | undefined
}

/** An operator retries the credit: its refusals no longer count, and a worker takes it up at once. */
export function retryCredit(
  deps: FulfilmentDeps,
  actor: Actor,
  { creditId, note, ...request }: CreditDecision,
): Promise<Id<'co'>> {
  return takeStep(deps, actor, request, 'stp', async (tx, { order, now }) => {
    const credit = await holdRefusedCredit(tx, order, creditId)
    await markWaiting(tx, credit, now)
    await deps.incidents.resolve(tx, { key: creditRefusedNotice, dedupeKey: creditId, now })
    return { kind: 'CREDIT_TRIED_AGAIN', changed: [], details: { creditId }, comment: note }
  })
}

/**
 * An operator has paid the credit back outside of the provider, for example by bank transfer. The credit is settled,
 * and the payment's ledger records it. The amount is smaller than the credit if somebody had already refunded part of
 * the payment by hand. Throws `orders.credit_held_up` while another refund may take what is left.
 */
export function payCreditOtherwise(
  deps: FulfilmentDeps,
  actor: Actor,
  { creditId, note, ...request }: CreditDecision & { readonly note: string },
): Promise<Id<'co'>> {
  return takeStep(deps, actor, request, 'stp', async (tx, { order, now }) => {
    const credit = await holdRefusedCredit(tx, order, creditId)
    const paid = await deps.payments.payOut(tx, {
      companyId: credit.companyId,
      paymentId: credit.paymentId,
      refundId: newId('rfd', now),
      amount: credit.amount,
      reason: note,
      requestedBy: actor.id,
      now,
    })
    if (!paid) throw fail('credit_held_up', { creditId })
    const { amount, refund } = paid
    await markPaidOtherwise(tx, credit, { amount, refundId: refund?.id }, now)
    await deps.incidents.resolve(tx, { key: creditRefusedNotice, dedupeKey: creditId, now })
    return {
      kind: 'CREDIT_PAID_OTHERWISE',
      changed: [],
      details: { creditId, amount: decimalOf(amount), currency: amount.currency },
      comment: note,
    }
  })
}

async function holdRefusedCredit(tx: Tx, order: Order, creditId: string): Promise<Credit> {
  const credit = await holdCredit(tx, order.companyId, creditId)
  if (credit?.orderId !== order.id) throw fail('credit_not_found', { creditId })
  if (credit.state !== 'REFUSED') throw fail('credit_not_refused', { state: credit.state })
  return credit
}
