import type { Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { endDebts, spreadMoney } from './debt-store.ts'
import { announcement, PaymentRepaid } from './events.ts'
import { listByIds } from './store.ts'

/**
 * Participant, after the account was held: what the company has paid goes to its oldest debts, and of each that is repaid
 * as a whole the world is told.
 */
export async function settleDebts(
  tx: Tx,
  companyId: string,
  { currency }: Pick<Money, 'currency'>,
  now: Date,
): Promise<void> {
  await spreadMoney(tx, companyId, currency)
  const repaid = await endDebts(tx, companyId, currency, now)
  if (repaid.length === 0) return
  for (const payment of await listByIds(tx, companyId, repaid)) {
    await emit(tx, PaymentRepaid, {
      companyId: payment.companyId,
      entityId: payment.id,
      entityVersion: payment.version,
      data: announcement(payment, { amount: payment.amount }),
      occurredAt: now,
    })
  }
}
