import { type Deps, getPayment, notFound, providerOf, readProvider } from '../deps.ts'
import type { Payment } from '../payment.ts'
import { lockPayment } from '../payment-store.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { applyInTransaction } from './apply-intent.ts'

/**
 * Asks the provider for the payment's state and applies the answer as its event would have been applied. A payment that
 * was never handed over is returned unchanged: `handOver` finds out about it.
 */
export async function refreshPayment(
  deps: Deps,
  companyId: string,
  paymentId: string,
): Promise<Payment> {
  const payment = await getPayment(deps, companyId, paymentId)
  if (payment.method === 'invoice' || !payment.providerReference) return payment
  const provider = providerOf(deps, payment)
  const intent = await readProvider(deps, payment, provider.getIntent(payment.providerReference))
  const { payment: next } = await applyInTransaction(deps, payment, intent)
  if (intent.refunded.amountMinor === next.refunded.amountMinor) return next
  return applyMissedRefunds(deps, next)
}

/**
 * The provider's refunds are more than ours: an event was lost, or somebody refunded there by hand. Or they are less:
 * one is on its way, or has failed after all.
 */
async function applyMissedRefunds(deps: Deps, payment: Payment): Promise<Payment> {
  const { companyId, id, providerReference = '' } = payment
  const provider = providerOf(deps, payment)
  const refunds = await readProvider(deps, payment, provider.listRefunds(providerReference))
  return deps.database.transaction(async (tx) => {
    let current = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    for (const refund of refunds) {
      current = (await settleRefund(deps, tx, current, refund, deps.now())).payment
    }
    return current
  })
}
