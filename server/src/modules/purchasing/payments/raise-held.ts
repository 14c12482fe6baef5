import type { Tx } from '#platform/db'
import { takeMoreCredit } from './credit/credit-account-store.ts'
import { settleDebts } from './credit/settle-debts.ts'
import { notFound } from './deps.ts'
import { fail } from './failures.ts'
import { assertBookable, creditRefused } from './open-payment.ts'
import { lockPayment } from './payment-store.ts'
import { recordStep } from './record-step.ts'
import type { HeldPart } from './refunds/give-back.ts'
import { raiseStep } from './step.ts'

/**
 * Participant: a payment on net terms promises more, because its order costs more. It takes the credit, or throws. A provider
 * holds no more of a card than the payer has approved.
 */
export async function raiseHeld(
  tx: Tx,
  { companyId, paymentId, amount, now }: HeldPart,
): Promise<void> {
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  const { method, state } = payment
  if (method !== 'invoice' || state !== 'AUTHORIZED') {
    throw fail('not_raisable', { paymentId, method, state })
  }
  const step = raiseStep(payment, amount)
  assertBookable(step.next.amount)
  const isTaken = await takeMoreCredit(tx, { companyId, paymentId, amount }, now)
  if (!isTaken) throw await creditRefused(tx, { companyId, amount })
  await recordStep(tx, step, now)
  await settleDebts(tx, payment, { changed: paymentId }, now)
}
