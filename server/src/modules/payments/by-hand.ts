import type { Actor } from '#kernel/actor'
import { decimalOf, type Money, money } from '#kernel/money'
import type { Conn } from '#platform/db'
import type { Deps } from './deps.ts'
import { fail } from './failures.ts'
import { capturable, type Payment, refundable } from './payment.ts'

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

/**
 * Goods are not kept for nothing: of what an order rests on a company gives itself back only what the order does not cost
 * any more. The rest goes back as its goods do, when they are cancelled or returned. An operator, in person, may give back
 * more, as for what cannot be returned.
 */
export async function refuseRefundByHand(
  { costOfOrder }: Pick<Deps, 'costOfOrder'>,
  conn: Conn,
  actor: Actor,
  payment: Payment,
  wanted: Money,
): Promise<void> {
  if (actor.kind === 'person' && actor.roles.has('operator')) return
  const { id: paymentId, companyId, orderId, checkoutId } = payment
  // Its order is being made, and would be made of a payment of which a part is gone.
  if (orderId === null && checkoutId !== null) throw fail('order_not_placed', { paymentId })
  const cost = orderId === null ? undefined : await costOfOrder?.(conn, companyId, orderId)
  if (!cost || orderId === null) return
  const left = refundable(payment).amountMinor - cost.amountMinor
  if (wanted.amountMinor <= left) return
  const free = money(left > 0n ? left : 0n, wanted.currency)
  throw fail('belongs_to_order', { paymentId, orderId, refundable: decimalOf(free) })
}
