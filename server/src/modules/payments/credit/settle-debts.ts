import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { announcement, PaymentRepaid } from '../events.ts'
import type { Payment } from '../payment.ts'
import { listByIds } from '../payment-store.ts'
import { endDebts, setDueDays, spreadMoney } from './debt-store.ts'

type Touched = {
  /** Of which less is owed than before. */
  readonly lowered?: string
  /** One that this transaction has opened: it has no row before that ends. */
  readonly opened?: Payment
}

/**
 * Participant, after the account was held: what the company has paid goes to its oldest debts, and of each that is repaid
 * as a whole the world is told.
 */
export async function settleDebts(
  tx: Tx,
  { companyId, amount: { currency } }: Pick<Payment, 'companyId' | 'amount'>,
  { lowered, opened }: Touched,
  now: Date,
): Promise<void> {
  const paid = await spreadMoney(tx, companyId, currency)
  await setDueDays(tx, companyId, lowered === undefined ? paid : [...paid, lowered])
  const repaid = await endDebts(tx, companyId, currency, now)
  if (repaid.length === 0) return
  const written = await listByIds(tx, companyId, repaid)
  const isOpened = opened !== undefined && repaid.includes(opened.id)
  for (const payment of isOpened ? [...written, opened] : written) {
    await emit(tx, PaymentRepaid, {
      companyId: payment.companyId,
      entityId: payment.id,
      entityVersion: payment.version,
      data: announcement(payment, { amount: payment.amount }),
      occurredAt: now,
    })
  }
}
