import type { Actor } from '#kernel/actor'
import { isCurrency, parseMoney } from '#kernel/money'
import type { OfferedMethod } from '#modules/payments'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { mayPay } from './may-pay.ts'

export type MethodsQuestion = {
  /** Default: the company's currency. */
  readonly currency?: string | undefined
  /** A decimal string: the amount to pay. */
  readonly amount?: string | undefined
}

/**
 * The methods by which a handoff would be accepted now. An actor who may not buy on credit does not see what the
 * company may owe, only that the method is refused.
 */
export async function paymentMethods(
  { payments, currencyOf }: CheckoutDeps,
  actor: Actor,
  question: MethodsQuestion,
): Promise<OfferedMethod[]> {
  const { currency = await currencyOf(actor.companyId) } = question
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  const amount = question.amount === undefined ? undefined : readAmount(question.amount, currency)
  const offered = await payments.offeredMethods(actor.companyId, currency, amount)
  if (mayPay(actor)) return offered
  return offered.map(({ method }) => ({ method, refusal: 'checkout.handoff_not_allowed' }))
}

function readAmount(text: string, currency: string) {
  const amount = parseMoney(text, currency)
  if (!amount || amount.amountMinor <= 0n) throw fail('amount_invalid')
  return amount
}
