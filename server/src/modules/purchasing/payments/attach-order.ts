import assert from 'node:assert/strict'
import type { Tx } from '#platform/db'
import { notFound } from './deps.ts'
import type { Payment } from './payment.ts'
import { lockPayment, setOrder } from './payment-store.ts'

/** Attaching the same order again changes nothing. A payment never pays for two orders. */
export async function attachOrder(
  tx: Tx,
  companyId: string,
  paymentId: string,
  orderId: string,
): Promise<Payment> {
  const attached = await setOrder(tx, companyId, paymentId, orderId)
  if (attached) return attached
  const payment = (await lockPayment(tx, companyId, paymentId)) ?? notFound(paymentId)
  const isTheirs = payment.orderId === orderId
  assert(isTheirs, `payment ${paymentId} belongs to ${payment.orderId}, not to ${orderId}`)
  return payment
}
