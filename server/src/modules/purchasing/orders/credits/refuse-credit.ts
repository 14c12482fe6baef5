import { decimalOf } from '#kernel/money'
import type { Tx } from '#platform/db'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { Credit } from '../order.ts'
import { countRefusal, holdCredit, markRefused } from './credit-store.ts'

export const creditRefusedNotice = 'orders.credit-refused'

/**
 * Participant: the provider has refused a refund of this credit. A closed card refuses for ever, so after `refusalsMax`
 * refusals nobody asks the provider again and an incident notifies operators. The same refusal is counted once.
 */
export async function noteRefusal(
  { incidents, refusalsMax, now: clock }: Pick<FulfilmentDeps, 'incidents' | 'refusalsMax' | 'now'>,
  tx: Tx,
  { companyId, id }: Credit,
  refundId: string,
  problem: string,
): Promise<void> {
  const credit = await holdCredit(tx, companyId, id)
  if (credit?.state !== 'WAITING' || credit.refundId !== refundId) return
  if (credit.refusals + 1 < refusalsMax) return countRefusal(tx, credit)
  await markRefused(tx, credit, problem)
  const { orderId, paymentId, amount } = credit
  await incidents.notify(tx, {
    key: creditRefusedNotice,
    severity: 'critical',
    summary: `Order ${orderId}: the provider refuses to refund ${decimalOf(amount)} ${amount.currency} to the buyer. ${problem}`,
    details: {
      orderId,
      creditId: id,
      paymentId,
      amount: decimalOf(amount),
      currency: amount.currency,
      refusals: credit.refusals + 1,
    },
    dedupeKey: id,
    companyId,
    now: clock(),
  })
}
