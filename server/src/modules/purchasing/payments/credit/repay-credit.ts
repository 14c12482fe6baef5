import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import { decimalOf, type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { fail } from '../failures.ts'
import { type CreditAccount, findCreditAccount, payIn } from './credit-account-store.ts'
import { appendCreditEntry, type RepaymentNote } from './credit-entry-store.ts'
import { settleDebts } from './settle-debts.ts'

export type RepaymentInput = {
  readonly note?: RepaymentNote | undefined
  /**
   * The caller means to pay more than the company owes: the rest stays in its favour. A person who mistypes an amount
   * does not mean it.
   */
  readonly acceptsOverpayment: boolean
}

/** The company has paid: what is due first goes down, and it may buy again. */
export async function repayCredit(
  tx: Tx,
  companyId: Id<'co'>,
  amount: Money,
  now: Date,
  { note: repayment, acceptsOverpayment }: RepaymentInput = { acceptsOverpayment: true },
): Promise<CreditAccount> {
  if (amount.amountMinor <= 0n) throw fail('amount_invalid')
  if (!(await payIn(tx, companyId, amount, { acceptsOverpayment, now }))) {
    throw await repaymentFailure(tx, companyId, amount)
  }
  const entry = { companyId, kind: 'REPAID', amount, ...(repayment && { repayment }) } as const
  await appendCreditEntry(tx, entry, now)
  await settleDebts(tx, { companyId, amount }, {}, now)
  const account = await findCreditAccount(tx, companyId, amount.currency)
  assert(account)
  return account
}

/** Reads after the write was refused, so that the failure names the reason. */
async function repaymentFailure(tx: Tx, companyId: Id<'co'>, amount: Money) {
  const { currency } = amount
  const account = await findCreditAccount(tx, companyId, currency)
  if (!account) return fail('credit_account_not_found', { currency })
  const { used } = account
  return fail('repayment_exceeds_owed', {
    currency,
    owed: used.amountMinor > 0n ? decimalOf(used) : decimalOf(money(0n, currency)),
    amount: decimalOf(amount),
  })
}
