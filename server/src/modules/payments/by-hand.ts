import { decimalOf, type Money } from '#kernel/money'
import type { Conn } from '#platform/db'
import type { Deps } from './deps.ts'
import { fail } from './failures.ts'
import { capturable, type Payment } from './payment.ts'

/**
 * What a person asks of a payment must leave its order paid for as it was agreed: nothing is taken before everybody has
 * agreed to the order, and then all of it, because what is not taken is given up. Our own work asks no leave.
 */
export async function refuseCaptureByHand(
  { isAwaitingApproval }: Pick<Deps, 'isAwaitingApproval'>,
  conn: Conn,
  payment: Payment,
  wanted: Money,
): Promise<void> {
  const { id: paymentId, companyId, orderId, checkoutId } = payment
  if (orderId === null && checkoutId === null) return
  const isWaiting = orderId === null || (await isAwaitingApproval?.(conn, companyId, orderId))
  if (isWaiting) throw fail('order_not_placed', { paymentId, ...(orderId && { orderId }) })
  const owed = capturable(payment)
  if (wanted.amountMinor < owed.amountMinor) {
    throw fail('capture_below_order', { paymentId, owed: decimalOf(owed) })
  }
}

/** An order whose payment is gone would go on, and nobody would owe anything for it. */
export function refuseVoidByHand({ id: paymentId, orderId }: Payment): void {
  if (orderId !== null) throw fail('belongs_to_order', { paymentId, orderId })
}
