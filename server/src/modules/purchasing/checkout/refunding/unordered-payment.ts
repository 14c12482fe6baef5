import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import { after, secondsMs } from '#kernel/time'
import { fail } from '../failures.ts'

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

const waitSecondsMax = 900

/** When a worker tries again to give it back: after 15 seconds, then twice as long each time, at most 15 minutes. */
export function nextTryAfter({ attempts }: Pick<UnorderedPayment, 'attempts'>, now: Date): Date {
  return after(now, secondsMs(Math.min(15 * 2 ** Math.min(attempts, 10), waitSecondsMax)))
}

/** The same refusal is counted once: afterwards the record has no refund, or another one. */
export function isRefusalNew(
  unordered: Pick<UnorderedPayment, 'state' | 'refundId'> | undefined,
  refundId: string,
): boolean {
  return unordered?.state === 'WAITING' && unordered.refundId === refundId
}

/** A closed card refuses for ever. */
export function isLastRefusal(
  { refusals }: Pick<UnorderedPayment, 'refusals'>,
  refusalsMax: number,
): boolean {
  return refusals + 1 >= refusalsMax
}

/** An operator decides only what the provider has refused for good. */
export function assertRefundRefused({ state }: Pick<UnorderedPayment, 'state'>): void {
  if (state !== 'REFUSED') throw fail('refund_not_refused', { state })
}
