import type { Id } from '#kernel/id'
import type { Tx } from '#platform/db'
import type { CheckoutDeps } from '../deps.ts'
import { insertUnordered } from './unordered-store.ts'

/** Participant: promises, in this transaction, that everything captured goes back. */
export async function noteUnordered(
  { payments }: Pick<CheckoutDeps, 'payments'>,
  tx: Tx,
  companyId: string,
  paymentId: string,
  now: Date,
): Promise<void> {
  const payment = await payments.find(tx, companyId as Id<'co'>, paymentId)
  if (!payment || payment.captured.amountMinor === 0n) return
  const { checkoutId, orderId, captured: amount } = payment
  const about = { checkoutId: checkoutId ?? undefined, orderId: orderId ?? undefined }
  await insertUnordered(tx, { companyId: payment.companyId, paymentId, ...about, amount }, now)
}
