import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { appendCreditEntry, type RepaymentNote } from './credit-entry-store.ts'
import { type CreditAccount, findCreditAccount, payIn } from './credit-store.ts'
import { fail } from './failures.ts'
import { settleDebts } from './settle-debts.ts'

/** The company's money has come in: what is due first goes down, and it may buy again. */
export async function repayCredit(
  tx: Tx,
  companyId: Id<'co'>,
  amount: Money,
  now: Date,
  repayment?: RepaymentNote,
): Promise<CreditAccount> {
  if (amount.amountMinor <= 0n) throw fail('amount_invalid')
  if (!(await payIn(tx, companyId, amount, now))) {
    throw fail('no_credit_account', { currency: amount.currency })
  }
  const entry = { companyId, kind: 'REPAID', amount, ...(repayment && { repayment }) } as const
  await appendCreditEntry(tx, entry, now)
  await settleDebts(tx, { companyId, amount }, {}, now)
  const account = await findCreditAccount(tx, companyId, amount.currency)
  assert(account)
  return account
}
