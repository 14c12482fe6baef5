import { sameMoney } from '#kernel/money'
import type { Tx } from '#platform/db'
import { refundableAmount } from './payment.ts'
import { lockPayment, setOrder } from './payment-store.ts'
import type { HeldPart } from './refunds/give-back.ts'

export type Supplement = Pick<HeldPart, 'companyId' | 'paymentId' | 'amount'> & {
  readonly orderId: string
}

/**
 * Participant: a further payment pays for what an order costs more. False if it is not captured, if another amount of it is
 * left, or if it belongs to an order already.
 */
export async function attachSupplement(
  tx: Tx,
  { companyId, paymentId, orderId, amount }: Supplement,
): Promise<boolean> {
  const payment = await lockPayment(tx, companyId, paymentId)
  if (payment?.state !== 'SUCCEEDED' || payment.orderId !== null) return false
  const isWhole = sameMoney(refundableAmount(payment), amount)
  return isWhole && (await setOrder(tx, companyId, paymentId, orderId)) !== undefined
}
