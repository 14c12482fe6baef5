import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import type { Payment } from '../payment.ts'

/** What a payment on net terms still owes. */
export type Debt = {
  readonly paymentId: string
  readonly companyId: Id<'co'>
  /** `2026-01-31`: the due day of the first open part. Undefined while nothing open was invoiced. */
  readonly dueOn: string | undefined
  readonly owed: Money
  readonly repaid: Money
  /** A part of the debt is open after its due day. */
  readonly isOverdue: boolean
}

/** An invoice's part of a debt. */
export type Due = {
  /** Undefined for an older debt, before each invoice had a due day: all of it is due at once. */
  readonly invoice: { readonly id: string; readonly number: string } | undefined
  readonly dueOn: string
  /** The amount after credit notes. */
  readonly amount: Money
  readonly open: Money
}

/** A payment with an open amount after its due day. */
export type OverduePayment = {
  readonly paymentId: string
  readonly companyId: Id<'co'>
  readonly orderId: string | undefined
  /** The earliest due day. */
  readonly dueOn: string
  readonly owed: Money
  readonly repaid: Money
  /** The overdue parts, oldest first. */
  readonly dues: readonly Due[]
}

/** A payment, its debt if it is on net terms, and the number of its order. */
export type OwingPayment = {
  readonly payment: Payment
  readonly debt: Debt | undefined
  readonly orderNumber: string | undefined
}

export function openOf({ owed, repaid }: { readonly owed: Money; readonly repaid: Money }): Money {
  return money(owed.amountMinor - repaid.amountMinor, owed.currency)
}
