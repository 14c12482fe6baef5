import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import type { Payment } from '../payment.ts'

/** What a payment on net terms still owes. */
export type Debt = {
  readonly paymentId: string
  readonly companyId: Id<'co'>
  /** `2026-01-31`: when the first of it that is open is to be repaid. Undefined while nothing open was invoiced. */
  readonly dueOn: string | undefined
  readonly owed: Money
  readonly repaid: Money
  /** Something of it is open after its day. */
  readonly isOverdue: boolean
}

/** An invoice, in the debt that it asks for. */
export type Due = {
  /** Undefined for a debt from before each invoice had a day of its own: all of it is due at once. */
  readonly invoice: { readonly id: string; readonly number: string } | undefined
  readonly dueOn: string
  /** Less what credit notes took back of it. */
  readonly amount: Money
  readonly open: Money
}

/** A payment of which something is open after its day. */
export type OverduePayment = {
  readonly paymentId: string
  readonly companyId: Id<'co'>
  readonly orderId: string | undefined
  /** The oldest day. */
  readonly dueOn: string
  readonly owed: Money
  readonly repaid: Money
  /** What is overdue of it, the oldest first. */
  readonly dues: readonly Due[]
}

/** A payment, and what it owes where it is on net terms. */
export type OwingPayment = { readonly payment: Payment; readonly debt: Debt | undefined }

/** Days are those of UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function openOf({ owed, repaid }: { readonly owed: Money; readonly repaid: Money }): Money {
  return money(owed.amountMinor - repaid.amountMinor, owed.currency)
}
