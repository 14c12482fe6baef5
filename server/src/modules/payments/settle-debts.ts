import type { Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { endDebts, spreadMoney } from './debt-store.ts'
import { announcement, PaymentRepaid } from './events.ts'
import type { Payment } from './payment.ts'
import { listByIds } from './store.ts'

/**
 * Participant, after the account was held: what the company has paid goes to its oldest debts, and of each that is repaid
 * as a whole the world is told. A payment that this transaction has opened has no row before it ends, and so is handed in.
 */
export async function settleDebts(
  tx: Tx,
  companyId: string,
  { currency }: Pick<Money, 'currency'>,
  now: Date,
  opened?: Payment,
): Promise<void> {
  await spreadMoney(tx, companyId, currency)
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
