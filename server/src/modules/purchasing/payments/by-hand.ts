import { type Actor, may } from '#kernel/actor'
import { decimalOf, type Money, money } from '#kernel/money'
import type { Conn } from '#platform/db'
import type { Deps } from './deps.ts'
import { fail } from './failures.ts'
import { capturableAmount, type Payment, type RefundPurpose, refundableAmount } from './payment.ts'
import { listOfOrder } from './payment-store.ts'
import { listRefunds } from './refunds/refund-store.ts'

/** Each refund takes at least one minor unit, and a person asks for it. */
const refundsMax = 10_000

/**
 * A manual capture must leave the order paid as agreed. Nothing may be captured before everybody has agreed to the
 * order, and then only all of it, because a capture gives up the rest. The service's own captures need no permission.
 */
export async function assertCaptureByHandAllowed(
  { isAwaitingApproval }: Pick<Deps, 'isAwaitingApproval'>,
  conn: Conn,
  payment: Payment,
  requested: Money,
): Promise<void> {
  const { id: paymentId, companyId, orderId, checkoutId } = payment
  if (orderId === null && checkoutId === null) return
  const isWaiting = orderId === null || (await isAwaitingApproval?.(conn, companyId, orderId))
  if (isWaiting) throw fail('order_not_placed', { paymentId, ...(orderId && { orderId }) })
  const owed = capturableAmount(payment)
  if (requested.amountMinor < owed.amountMinor) {
    throw fail('capture_below_order', { paymentId, owed: decimalOf(owed) })
  }
}

/** Without its payment the order would go on, and nobody would owe anything for it. */
export function assertVoidByHandAllowed({ id: paymentId, orderId }: Payment): void {
  if (orderId !== null) throw fail('belongs_to_order', { paymentId, orderId })
}

/** A refund that a person requests. `isGranted`: by a supplier, for its own part of the order. */
export type RefundByHand = {
  readonly amount: Money
  readonly purpose?: RefundPurpose | undefined
  readonly isGranted?: boolean | undefined
}

/**
 * Goods are not kept for nothing. A company gives itself back only what its order no longer costs; the rest goes back
 * when goods are cancelled or returned. An operator, in person, may give back more, and so may a supplier for its own
 * part. Both name the purpose of the refund. Returns the purpose if the price of the order changes.
 */
export async function purposeOfRefundByHand(
  deps: Pick<Deps, 'costOfOrder' | 'partOfOrder'>,
  conn: Conn,
  actor: Actor,
  payment: Payment,
  requested: RefundByHand,
): Promise<RefundPurpose | undefined> {
  const isTrusted =
    requested.isGranted === true || (actor.kind === 'person' && may(actor, 'grant_refunds'))
  const { id: paymentId, companyId, orderId, checkoutId } = payment
  // The order is being made: it would rest on a payment of which a part is gone.
  if (orderId === null && checkoutId !== null && !isTrusted) {
    throw fail('order_not_placed', { paymentId })
  }
  const cost = orderId === null ? undefined : await deps.costOfOrder?.(conn, companyId, orderId)
  if (!cost || orderId === null) return undefined
  const { amount } = requested
  const all = await listOfOrder(conn, companyId, orderId)
  const paid = all.reduce((sum, one) => sum + refundableAmount(one).amountMinor, 0n)
  const left = paid - cost.amountMinor
  if (amount.amountMinor <= left && !requested.isGranted) return undefined
  if (isTrusted) return purposeOf(deps, conn, payment, orderId, requested)
  const free = money(left > 0n ? left : 0n, amount.currency)
  throw fail('belongs_to_order', { paymentId, orderId, refundable: decimalOf(free) })
}

/** The purpose may be omitted if the order has one supplier, or if everything that is left goes back. */
async function purposeOf(
  { partOfOrder }: Pick<Deps, 'partOfOrder'>,
  conn: Conn,
  payment: Payment,
  orderId: string,
  { amount, purpose }: RefundByHand,
): Promise<RefundPurpose | undefined> {
  if (!partOfOrder) return purpose
  const { companyId, id: paymentId } = payment
  const isAll = amount.amountMinor === refundableAmount(payment).amountMinor
  if (!purpose && isAll) return undefined
  const all = await listOfOrder(conn, companyId, orderId)
  const refunds = await Promise.all(
    all.map(({ id }) => listRefunds(conn, companyId, id, refundsMax)),
  )
  const part = await partOfOrder(conn, { companyId, orderId }, purpose, refunds.flat())
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
