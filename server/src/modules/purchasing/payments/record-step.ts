import assert from 'node:assert/strict'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { giveCredit } from './credit/credit-account-store.ts'
import { appendCreditEntry } from './credit/credit-entry-store.ts'
import { lowerDebt } from './credit/debt-store.ts'
import { settleDebts } from './credit/settle-debts.ts'
import { announcement, kindOf } from './events.ts'
import type { LedgerEntry, Payment } from './payment.ts'
import { appendLedger, savePayment } from './payment-store.ts'
import type { Step } from './step.ts'

/**
 * The only way to change a payment. Row, ledger, credit and event are written in the transaction that holds the
 * payment's lock.
 */
export async function recordStep(
  tx: Tx,
  step: Step,
  now: Date,
  nextCheck?: Date | null,
): Promise<Payment> {
  const payment = await savePayment(tx, step.next, now, nextCheck)
  appendLedger(tx, payment, step.entries, now)
  if (payment.method === 'invoice') await giveBack(tx, payment, step.entries, now)
  if (step.event) {
    await emit(tx, kindOf[step.event.what], {
      companyId: payment.companyId,
      entityId: payment.id,
      entityVersion: payment.version,
      data: announcement(payment, step.event),
      occurredAt: now,
    })
  }
  return payment
}

/** On net terms a capture is a charge to the account: the credit stays used until it is released or repaid. */
async function giveBack(
  tx: Tx,
  payment: Payment,
  entries: readonly LedgerEntry[],
  now: Date,
): Promise<void> {
  for (const { kind, amount } of entries) {
    if (kind !== 'VOIDED' && kind !== 'REFUNDED') continue
    const { companyId, id: paymentId } = payment
    assert(
      await giveCredit(tx, companyId, amount, now),
      `the credit account of ${paymentId} is gone`,
    )
    await appendCreditEntry(tx, { companyId, kind: 'RELEASED', amount, paymentId }, now)
    await lowerDebt(tx, { companyId, paymentId, amount })
    await settleDebts(tx, { companyId, amount }, { changed: paymentId }, now)
  }
}
