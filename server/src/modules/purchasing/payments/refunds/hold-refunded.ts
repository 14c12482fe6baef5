import type { Tx } from '#platform/db'
import type { Payment, Refund } from '../payment.ts'
import { lockOfOrder } from '../payment-store.ts'
import { listSucceeded } from './refund-store.ts'

export type Refunded = {
  /** All payments of the order, oldest first. */
  readonly payments: readonly Payment[]
  readonly refunds: readonly Pick<Refund, 'id' | 'amount' | 'purpose'>[]
}

/**
 * Participant: holds the payments of an order, so that nobody promises or ends a refund of them before the caller's transaction
 * ends.
 */
export async function holdRefunded(tx: Tx, companyId: string, orderId: string): Promise<Refunded> {
  const payments = await lockOfOrder(tx, companyId, orderId)
  const refunds: Refunded['refunds'][number][] = []
  for (const payment of payments) refunds.push(...(await listSucceeded(tx, payment)))
  return { payments, refunds }
}
