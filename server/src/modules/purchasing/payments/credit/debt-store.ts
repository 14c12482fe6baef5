import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { minorOf } from '../payment-store.ts'
import { partsOfDebt } from './due-debt-store.ts'

/**
 * Participant, while the account is held: the payment owes less. What was repaid beyond the new debt is free for the
 * company's other debts.
 */
export async function lowerDebt(
  tx: Tx,
  { companyId, paymentId, amount }: DebtChange,
): Promise<void> {
  const minor = minorOf(amount)
  await sql`
    with before as (
      select company_id, payment_id, currency, repaid_minor, owed_minor - ${minor}::bigint as owed_after
      from payments.debts where company_id = ${companyId} and payment_id = ${paymentId}
    ), lowered as (
      update payments.debts d
      set owed_minor = b.owed_after, repaid_minor = least(d.repaid_minor, b.owed_after)
      from before b
      where d.company_id = b.company_id and d.payment_id = b.payment_id
    )
    update payments.credit_accounts a
    set unallocated_minor = a.unallocated_minor + greatest(0, b.repaid_minor - b.owed_after)
    from before b
    where a.company_id = b.company_id and a.currency = b.currency
  `.execute(tx)
}

type DebtChange = {
  readonly companyId: string
  readonly paymentId: string
  readonly amount: Money
}

/**
 * Participant, while the account is held: the company's money pays first what is due first, and last what is not
 * invoiced. Returns the payments whose debts got money.
 */
export async function spreadMoney(tx: Tx, companyId: string, currency: string): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    with open as (
      select d.company_id, d.payment_id, p.open_minor, a.unallocated_minor,
             sum(p.open_minor) over (order by p.due_on, d.payment_id, p.invoice_id) as upto_minor
      from payments.credit_accounts a
      join payments.debts d on d.company_id = a.company_id and d.currency = a.currency and d.ended_at is null
      cross join lateral ${partsOfDebt} p
      where a.company_id = ${companyId} and a.currency = ${currency}
        and a.unallocated_minor > 0 and p.open_minor > 0
    ), given as (
      select company_id, payment_id,
             sum(least(open_minor, unallocated_minor - (upto_minor - open_minor)))::bigint as minor
      from open
      where upto_minor - open_minor < unallocated_minor
      group by company_id, payment_id
    ), spent as (
      update payments.credit_accounts
      set unallocated_minor = unallocated_minor - (select sum(minor) from given)
      where company_id = ${companyId} and currency = ${currency} and exists (select from given)
    )
    update payments.debts d
    set repaid_minor = d.repaid_minor + g.minor
    from given g
    where (d.company_id, d.payment_id) = (g.company_id, g.payment_id)
    returning d.payment_id
  `.execute(tx)
  return rows.map((row) => row.payment_id)
}

/** Participant, while the account is held: sets the due days of what is open of these debts. */
export async function setDueDays(
  tx: Tx,
  companyId: string,
  paymentIds: readonly string[],
): Promise<void> {
  if (paymentIds.length === 0) return
  await sql`
    update payments.debts d
    set due_on = (select min(p.due_on) from ${partsOfDebt} p where p.open_minor > 0)
    where d.company_id = ${companyId} and d.payment_id = any(${[...paymentIds]}) and d.net_days is not null
  `.execute(tx)
}

/** Participant: ends, once, the debts of which nothing is open any more. Returns those that were repaid. */
export async function endDebts(
  tx: Tx,
  companyId: string,
  currency: string,
  now: Date,
): Promise<Id<'pay'>[]> {
  const { rows } = await sql<{ payment_id: Id<'pay'>; owed_minor: number }>`
    update payments.debts
    set ended_at = ${now}
    where company_id = ${companyId} and currency = ${currency} and ended_at is null and repaid_minor = owed_minor
    returning payment_id, owed_minor
  `.execute(tx)
  return rows.filter((row) => row.owed_minor > 0).map((row) => row.payment_id)
}

/** A debt that lost money again. */
export type Reopened = {
  readonly paymentId: string
  /** It had been repaid completely. */
  readonly wasOver: boolean
  /** The open amount of the debt now. */
  readonly open: Money
}

/**
 * Participant, while the account is held: the paid-in money of the company shrinks by the amount. Money that waits for
 * a debt goes first; then money that paid debts, with the last debt to fall due first.
 */
export async function takeMoneyBack(tx: Tx, companyId: string, amount: Money): Promise<Reopened[]> {
  const { currency } = amount
  const minor = minorOf(amount)
  const { rows } = await sql<{ payment_id: string; was_over: boolean; open: string }>`
    with missing as (
      select greatest(0, ${minor}::bigint - unallocated_minor) as minor
      from payments.credit_accounts where company_id = ${companyId} and currency = ${currency}
    ), repaid as (
      select d.company_id, d.payment_id, p.repaid_minor,
             sum(p.repaid_minor) over (
               order by p.due_on desc nulls first, d.payment_id desc, p.invoice_id desc nulls first) as upto_minor
      from payments.debts d cross join lateral ${partsOfDebt} p
      where d.company_id = ${companyId} and d.currency = ${currency} and d.repaid_minor > 0 and p.repaid_minor > 0
    ), taken as (
      select r.company_id, r.payment_id,
             sum(least(r.repaid_minor, m.minor - (r.upto_minor - r.repaid_minor)))::bigint as minor
      from repaid r, missing m
      where r.upto_minor - r.repaid_minor < m.minor
      group by r.company_id, r.payment_id
    ), spent as (
      update payments.credit_accounts
      set unallocated_minor = greatest(0, unallocated_minor - ${minor}::bigint)
      where company_id = ${companyId} and currency = ${currency}
    )
    update payments.debts d
    set repaid_minor = d.repaid_minor - t.minor, ended_at = null
    from taken t join payments.debts b on (b.company_id, b.payment_id) = (t.company_id, t.payment_id)
    where (d.company_id, d.payment_id) = (t.company_id, t.payment_id)
    returning d.payment_id, b.ended_at is not null as was_over, (d.owed_minor - d.repaid_minor)::text as open
  `.execute(tx)
  return rows.map(({ payment_id: paymentId, was_over: wasOver, open }) => ({
    paymentId,
    wasOver,
    open: money(BigInt(open), currency),
  }))
}
