import type { Tx } from '#platform/db'
import { closeCredited } from './fulfilment/close-store.ts'
import type { PaymentState } from './order.ts'
import { isAllCredited, updatePaymentState } from './order-store.ts'

export type PaymentStateChange = {
  readonly to: PaymentState
  /** On net terms nobody pays for goods that went back: the debt ends, and no money is refunded. */
  readonly isOnTerms: boolean
  readonly details: Record<string, unknown>
}

/**
 * Participant: records the new state of the payment. A repeat changes nothing. If nothing is left to pay on net terms
 * because all goods went back, the order is CREDITED, and there is nothing more to wait for: it closes.
 */
export async function notePaymentState(
  tx: Tx,
  companyId: string,
  orderId: string,
  { to, isOnTerms, details }: PaymentStateChange,
  now: Date,
): Promise<void> {
  const isOver = to === 'VOIDED' || to === 'REFUNDED'
  const isCredited = isOnTerms && isOver && (await isAllCredited(tx, companyId, orderId))
  const state = isCredited ? 'CREDITED' : to
  await updatePaymentState(tx, companyId, orderId, { to: state, details }, now)
  if (isCredited) await closeCredited(tx, companyId, orderId, now)
}
