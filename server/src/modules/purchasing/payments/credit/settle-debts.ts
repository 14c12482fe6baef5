import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { announcement, PaymentRepaid } from '../events.ts'
import type { Payment } from '../payment.ts'
import { listByIds } from '../payment-store.ts'
import { endDebts, setDueDays, spreadMoney } from './debt-store.ts'

type Touched = {
  /** The payment whose debt has changed. */
  readonly changed?: string
  /** A payment that this transaction has opened: it has no row before the commit. */
  readonly opened?: Payment
}

/**
 * Participant, while the account is held: the company's money pays its oldest debts, and an event reports each debt
 * that is repaid completely.
 */
export async function settleDebts(
  tx: Tx,
  { companyId, amount: { currency } }: Pick<Payment, 'companyId' | 'amount'>,
  { changed, opened }: Touched,
  now: Date,
): Promise<void> {
  const paid = await spreadMoney(tx, companyId, currency)
  await setDueDays(tx, companyId, changed === undefined ? paid : [...paid, changed])
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
