import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'

/** WAITING: it goes back without help. REFUSED: the provider does not pay it back, and an operator must decide. */
export const unorderedStates = ['WAITING', 'REFUSED', 'SETTLED'] as const
export type UnorderedState = (typeof unorderedStates)[number]

/** Money that bought nothing, because its checkout or its order had ended before. One row for each payment. */
export type UnorderedPayment = {
  readonly companyId: Id<'co'>
  readonly paymentId: string
  readonly checkoutId: string | undefined
  readonly orderId: string | undefined
  readonly state: UnorderedState
  readonly amount: Money
  /** Less than the amount if somebody had already refunded part of the payment by hand. */
  readonly settled: Money | undefined
  readonly refundId: Id<'rfd'> | undefined
  /** How often the provider has refused it since it was recorded, or since an operator last retried it. */
  readonly refusals: number
  readonly createdAt: Date
  readonly attempts: number
  /** The error of the last attempt. */
  readonly lastError: string | undefined
}
