import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { refundRefusedNotice } from './settle-unordered.ts'
import { assertRefundRefused, type UnorderedPayment } from './unordered-payment.ts'
import { holdUnordered, markUnorderedSettled, markUnorderedWaiting } from './unordered-store.ts'

export type UnorderedDecision = {
  readonly paymentId: string
  readonly note?: string | undefined
  readonly idempotency: IdempotencyClaim | undefined
}

/** An operator retries the refund: its refusals no longer count, and a worker takes it up at once. */
export function retryUnordered(
  deps: CheckoutDeps,
  actor: Actor,
  decision: UnorderedDecision,
): Promise<UnorderedPayment> {
  return decide(deps, actor, decision, async (tx, unordered, now) => {
    await markUnorderedWaiting(tx, unordered, now)
    return { action: 'checkout.refund_tried_again', details: {} }
  })
}

/**
 * An operator has paid the money back outside of the provider, for example by bank transfer: it is settled, and the
 * payment's ledger records it. Throws `checkout.refund_held_up` while another refund may take what is left.
 */
export function payUnorderedOtherwise(
  deps: CheckoutDeps,
  actor: Actor,
  decision: UnorderedDecision & { readonly note: string },
): Promise<UnorderedPayment> {
  return decide(deps, actor, decision, async (tx, unordered, now) => {
    const { companyId, paymentId } = unordered
    const paid = await deps.payments.payOut(tx, {
      companyId,
      paymentId,
      refundId: newId('rfd', now),
      amount: unordered.amount,
      reason: decision.note,
      requestedBy: actor.id,
      now,
    })
    if (!paid) throw fail('refund_held_up', { paymentId })
    const { amount, refund } = paid
    await markUnorderedSettled(tx, unordered, 'REFUSED', { amount, refundId: refund?.id }, now)
    const details = { amount: decimalOf(amount), currency: amount.currency }
    return { action: 'checkout.refund_paid_otherwise', details }
  })
}

type AuditedDecision = {
  readonly action: `checkout.${string}`
  readonly details: Readonly<Record<string, string>>
}

/** One transaction locks, decides, writes, audits, and resolves the incident. A repeated request changes nothing. */
async function decide(
  deps: CheckoutDeps,
  actor: Actor,
  { paymentId, idempotency }: UnorderedDecision,
  applyDecision: (tx: Tx, unordered: UnorderedPayment, now: Date) => Promise<AuditedDecision>,
): Promise<UnorderedPayment> {
  const now = deps.now()
  const { companyId } = await deps.payments.get(actor, paymentId)
  return deps.database.transaction(async (tx) => {
    const unordered = await holdUnordered(tx, companyId, paymentId)
    if (!unordered) throw fail('refund_not_found', { paymentId })
    const stepId = newId('stp', now)
    const firstId = await claimKey(tx, actor, idempotency, stepId, now)
    if (firstId !== stepId) return unordered
    assertRefundRefused(unordered)
    const { action, details } = await applyDecision(tx, unordered, now)
    await deps.incidents.resolve(tx, { key: refundRefusedNotice, dedupeKey: paymentId, now })
    recordAudit(tx, {
      companyId,
      actor,
      action,
      target: { type: 'payment', id: paymentId },
      outcome: 'done',
      details,
      now,
    })
    return (await holdUnordered(tx, companyId, paymentId)) ?? unordered
  })
}
