import assert from 'node:assert/strict'
import type { Id } from '#kernel/id'
import type { Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { announcement, PaymentReopened } from '../events.ts'
import { fail } from '../failures.ts'
import { listByIds } from '../payment-store.ts'
import { holdToTakeOut } from './credit-account-store.ts'
import { appendCreditEntry, findRepayment, type RepaymentNote } from './credit-entry-store.ts'
import { setDueDays, takeMoneyBack } from './debt-store.ts'

/** The company and the currency of a recorded repayment. */
export type RepaymentOf = { readonly companyId: Id<'co'>; readonly currency: string }

/**
 * Participant: reverses a repayment that was recorded wrongly. Money that waits for a debt goes first, then the money
 * of the debts that are due last. An event reports each debt that was repaid completely and is owed again. Only once.
 * Returns the amount.
 */
export async function reverseRepayment(
  tx: Tx,
  { companyId, currency }: RepaymentOf,
  repayment: RepaymentNote & { readonly reason: string },
  now: Date,
): Promise<Money> {
  const { id: repaymentId } = repayment
  const amount = await findRepayment(tx, companyId, currency, repaymentId)
  if (!amount) throw fail('repayment_not_found', { repaymentId })
  assert(await holdToTakeOut(tx, companyId, amount, now), `no account of repayment ${repaymentId}`)
  const entry = { companyId, kind: 'REVERSED', amount, repayment } as const
  if (!(await appendCreditEntry(tx, entry, now))) {
    throw fail('repayment_reversed', { repaymentId })
  }
  const reopened = await takeMoneyBack(tx, companyId, amount)
  const ids = reopened.map(({ paymentId }) => paymentId)
  await setDueDays(tx, companyId, ids)
  const wasRepaid = new Map(
    reopened.flatMap(({ paymentId, wasOver, open }) => (wasOver ? [[paymentId, open]] : [])),
  )
  for (const payment of await listByIds(tx, companyId, [...wasRepaid.keys()])) {
    await emit(tx, PaymentReopened, {
      companyId,
      entityId: payment.id,
      entityVersion: payment.version,
      data: announcement(payment, { amount: wasRepaid.get(payment.id) ?? payment.amount }),
      occurredAt: now,
    })
  }
  return amount
}
