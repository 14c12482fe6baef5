import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'

/** WAITING: it goes back by itself. REFUSED: its provider does not pay it back, and waits for an operator's word. */
export const unorderedStates = ['WAITING', 'REFUSED', 'SETTLED'] as const
export type UnorderedState = (typeof unorderedStates)[number]

/** Money that was paid for nothing: its checkout, or its order, had ended before. One for each payment. */
export type UnorderedPayment = {
  readonly companyId: Id<'co'>
  readonly paymentId: string
  readonly checkoutId: string | undefined
  readonly orderId: string | undefined
  readonly state: UnorderedState
  readonly amount: Money
  /** Less than the amount where somebody had refunded the payment by hand before. */
  readonly settled: Money | undefined
  readonly refundId: Id<'rfd'> | undefined
  /** How often its provider has refused since it was noted or an operator had it tried again. */
  readonly refusals: number
  readonly createdAt: Date
  readonly attempts: number
  /** What the last attempt met. */
  readonly lastError: string | undefined
}
