import { type Actor, may } from '#kernel/actor'
import { decimalOf, type Money, money } from '#kernel/money'
import type { Conn } from '#platform/db'
import type { Deps } from './deps.ts'
import { fail } from './failures.ts'
import { capturable, type Payment, type RefundPurpose, refundable } from './payment.ts'
import { listRefunds } from './refunds/refund-store.ts'

/** Each takes at least a minor unit, and a person asks for it. */
const refundsMax = 10_000

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

/** A refund that somebody asks for. `isGranted`: by a supplier, of its own part of the order. */
export type RefundByHand = {
  readonly amount: Money
  readonly purpose?: RefundPurpose | undefined
  readonly isGranted?: boolean | undefined
}

/**
 * Goods are not kept for nothing: of what an order rests on a company gives itself back only what the order does not cost
 * any more. The rest goes back as its goods do, when they are cancelled or returned. An operator, in person, may give back
 * more, and a supplier of its own part. They name what it is for. Returns the purpose where the price of the order changes.
 */
export async function refuseRefundByHand(
  deps: Pick<Deps, 'costOfOrder' | 'partOfOrder'>,
  conn: Conn,
  actor: Actor,
  payment: Payment,
  wanted: RefundByHand,
): Promise<RefundPurpose | undefined> {
  const isTrusted =
    wanted.isGranted === true || (actor.kind === 'person' && may(actor, 'grant_refunds'))
  const { id: paymentId, companyId, orderId, checkoutId } = payment
  // Its order is being made, and would be made of a payment of which a part is gone.
  if (orderId === null && checkoutId !== null && !isTrusted) {
    throw fail('order_not_placed', { paymentId })
  }
  const cost = orderId === null ? undefined : await deps.costOfOrder?.(conn, companyId, orderId)
  if (!cost || orderId === null) return undefined
  const { amount } = wanted
  const left = refundable(payment).amountMinor - cost.amountMinor
  if (amount.amountMinor <= left && !wanted.isGranted) return undefined
  if (isTrusted) return purposeOf(deps, conn, payment, orderId, wanted)
  const free = money(left > 0n ? left : 0n, amount.currency)
  throw fail('belongs_to_order', { paymentId, orderId, refundable: decimalOf(free) })
}

/** Of an order of one supplier its part need not be named, nor where all that is left goes back. */
async function purposeOf(
  { partOfOrder }: Pick<Deps, 'partOfOrder'>,
  conn: Conn,
  payment: Payment,
  orderId: string,
  { amount, purpose }: RefundByHand,
): Promise<RefundPurpose | undefined> {
  if (!partOfOrder) return purpose
  const { companyId, id: paymentId } = payment
  const isAll = amount.amountMinor === refundable(payment).amountMinor
  if (!purpose && isAll) return undefined
  const refunds = await listRefunds(conn, companyId, paymentId, refundsMax)
  const part = await partOfOrder(conn, { companyId, orderId }, purpose, refunds)
  if (!part) throw fail('refund_part_unknown', { paymentId, orderId })
  const { cost, suppliers } = part
  const [supplierId] = suppliers
  if (!purpose && suppliers.length > 1) {
    throw fail('refund_purpose_required', { paymentId, orderId, suppliers })
  }
  if (purpose && amount.amountMinor > cost.amountMinor) {
    throw fail('refund_exceeds_part', { paymentId, orderId, refundable: decimalOf(cost) })
  }
  return purpose ?? (supplierId === undefined ? undefined : { supplierId })
}
