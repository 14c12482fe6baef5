import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { AgreedChange } from '../raises/waiting-raise-store.ts'

/** BOUND: it is paid, and the change counts. ENDED: it was not paid, or the change could not bind any more. */
export type SupplementState = 'AWAITING_PAYMENT' | 'BOUND' | 'ENDED'

/** A further card payment for the extra cost of a change on which both sides agree. */
export type Supplement = AgreedChange & {
  /** The buyer. */
  readonly companyId: Id<'co'>
  readonly paymentId: string
  readonly orderId: string
  readonly state: SupplementState
  readonly createdAt: Date
}

/** Rolls back a change that its buyer has to pay for first. Everything else that it needs is there. */
export class SupplementNeeded extends Error {
  override readonly name = 'SupplementNeeded'
  readonly amount: Money

  constructor(amount: Money) {
    super('The change costs more than the order is paid with.')
    this.amount = amount
  }
}
