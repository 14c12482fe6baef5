import type { Actor } from '#kernel/actor'
import type { Money } from '#kernel/money'
import { type RefundAnswer, refundableAmount } from '#modules/payments'
import type { IdempotencyClaim } from '#platform/idempotency'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { findOrder } from '../order-store.ts'
import { findBuyerOf } from '../supplier/supplier-store.ts'

export type GrantInput = {
  readonly orderId: string
  /** Default: all lines of the supplier, and its shipping costs. */
  readonly lineNumber?: number | undefined
  readonly amount: Money
  readonly reason?: string | undefined
  readonly idempotency: IdempotencyClaim | undefined
}

/**
 * A supplier gives money back for its own lines of an order, and the goods stay. The supplier issues a credit note for
 * it.
 */
export async function grantRefund(
  deps: FulfilmentDeps,
  actor: Actor,
  { orderId, lineNumber, amount, reason, idempotency }: GrantInput,
): Promise<RefundAnswer> {
  const { pool } = deps.database
  const { companyId: supplierId } = actor
  const companyId = await findBuyerOf(pool, supplierId, orderId)
  const document = companyId && (await findOrder(pool, companyId, orderId))
  if (!document) throw fail('order_not_found', { orderId })
  const { order, lines } = document
  const isOwn = lines.some(
    (line) => line.progress.lineNumber === lineNumber && line.supplierCompanyId === supplierId,
  )
  if (lineNumber !== undefined && !isOwn) throw fail('line_not_found', { lineNumber })
  if (order.paymentId === undefined) throw fail('nothing_to_refund', { orderId })
  const payments = await deps.payments.listOfOrder(pool, companyId, orderId)
  const paid = payments.find((one) => refundableAmount(one).amountMinor >= amount.amountMinor)
  const purpose = lineNumber === undefined ? { supplierId } : { lineNumber }
  const refund = {
    companyId,
    paymentId: paid?.id ?? order.paymentId,
    amount,
    purpose,
    isGranted: true,
    ...(reason === undefined ? {} : { reason }),
  }
  return deps.payments.refund(actor, refund, idempotency)
}
