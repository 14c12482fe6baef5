import { type Money, money } from '#kernel/money'
import { type Payment, refundableAmount } from '#modules/payments'
import type { Tx } from '#platform/db'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { Credit, Order } from '../order.ts'
import { listCredits } from './credit-store.ts'

export type PartOfCredit = { readonly paymentId: string; readonly amount: Money }

/** Participant, in a transaction that holds the order: from which payments of the order an amount goes back. Holds them. */
export async function spreadOverPayments(
  { payments }: Pick<FulfilmentDeps, 'payments'>,
  tx: Tx,
  order: Order,
  amount: Money,
): Promise<readonly PartOfCredit[]> {
  const paid = await payments.lockOfOrder(tx, order.companyId, order.id)
  return spreadCredit(paid, await listCredits(tx, order.companyId, order.id), amount)
}

/**
 * The oldest payment gives back first, and each no more than it has. What none of them has is owed by the oldest: its credit is cut
 * when it is settled, as is one for a payment of which somebody has refunded a part by hand.
 */
export function spreadCredit(
  payments: readonly Payment[],
  credits: readonly Credit[],
  { amountMinor, currency }: Money,
): readonly PartOfCredit[] {
  let left = amountMinor
  const parts = payments.map((payment) => {
    const part = leastOf(unpromisedMoney(payment, credits), left)
    left -= part
    return { paymentId: payment.id as string, minor: part }
  })
  return parts
    .map(({ paymentId, minor }, at) => ({ paymentId, minor: at === 0 ? minor + left : minor }))
    .filter(({ minor }) => minor > 0n)
    .map(({ paymentId, minor }) => ({ paymentId, amount: money(minor, currency) }))
}

/** The money that neither a refund nor a waiting credit will take. */
export function unpromisedMoney(payment: Payment, credits: readonly Credit[]): bigint {
  const promised = credits
    .filter(({ paymentId, state, refundId }) => {
      return paymentId === payment.id && state !== 'SETTLED' && !refundId
    })
    .reduce((sum, { amount }) => sum + amount.amountMinor, 0n)
  const left = refundableAmount(payment).amountMinor - promised
  return left > 0n ? left : 0n
}

export function leastOf(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
