import type { Actor } from '#kernel/actor'
import { isCurrency, parseMoney } from '#kernel/money'
import type { OfferedMethod } from '#modules/payments'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { assertReachable } from '../own-checkout.ts'
import { findAttempt } from '../store.ts'
import { needsTerms } from './check-payable.ts'
import { mayPay } from './may-pay.ts'

export type MethodsQuestion = {
  /** Default: the company's currency. */
  readonly currency?: string | undefined
  /** A decimal string: the amount to pay. */
  readonly amount?: string | undefined
  /** What is to be paid, which may not fit every method. */
  readonly checkoutId?: string | undefined
}

/**
 * The methods by which a handoff would be accepted now. An actor who may not buy on credit does not see what the
 * company may owe, only that the method is refused.
 */
export async function paymentMethods(
  { database, payments, currencyOf }: CheckoutDeps,
  actor: Actor,
  question: MethodsQuestion,
): Promise<OfferedMethod[]> {
  const { currency = await currencyOf(actor.companyId) } = question
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  const amount = question.amount === undefined ? undefined : readAmount(question.amount, currency)
  const offered = await payments.offeredMethods(actor.companyId, currency, amount)
  if (!mayPay(actor)) {
    return offered.map(({ method }) => ({ method, refusal: 'checkout.handoff_not_allowed' }))
  }
  const { checkoutId } = question
  if (checkoutId === undefined) return offered
  const attempt = await findAttempt(database.pool, actor.companyId, checkoutId)
  assertReachable(actor, attempt, checkoutId, 'orders:write')
  return needsTerms(attempt) ? offered.map(refuseCard) : offered
}

const refuseCard = (offered: OfferedMethod): OfferedMethod =>
  offered.method === 'card' ? { ...offered, refusal: 'checkout.backorder_needs_terms' } : offered

function readAmount(text: string, currency: string) {
  const amount = parseMoney(text, currency)
  if (!amount || amount.amountMinor <= 0n) throw fail('amount_invalid')
  return amount
}
