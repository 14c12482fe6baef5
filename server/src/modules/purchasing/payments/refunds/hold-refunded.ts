import type { Tx } from '#platform/db'
import { notFound } from '../deps.ts'
import type { Payment, Refund } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { listSucceeded } from './refund-store.ts'

export type Refunded = {
  readonly payment: Payment
  readonly refunds: readonly Pick<Refund, 'id' | 'amount' | 'purpose'>[]
}

/**
 * Participant: holds the payment, so that nobody promises or ends a refund of it before the caller's transaction ends.
 */
export async function holdRefunded(
  tx: Tx,
  companyId: string,
  paymentId: string,
): Promise<Refunded> {
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  return { payment, refunds: await listSucceeded(tx, payment) }
}
