import { sql } from 'kysely'
import { type Money, money } from '#kernel/money'
import type { Conn, Tx } from '#platform/db'
import { minorOf } from '../payment-store.ts'
import { type CreditAccountRow, tables } from '../tables.ts'

export type CreditAccount = {
  readonly companyId: string
  readonly state: 'OPEN' | 'SUSPENDED'
  readonly limit: Money
  /** Below zero if a refund follows a repayment: then we owe the company. */
  readonly used: Money
  readonly netDays: number
}

export type CreditTerms = {
  readonly companyId: string
  readonly limit: Money
  readonly netDays: number
  readonly state?: CreditAccount['state']
}

/** Opens the account or changes its terms; existing debt stays. */
export async function putCreditAccount(tx: Tx, terms: CreditTerms, now: Date): Promise<void> {
  const set = {
    state: terms.state ?? 'OPEN',
    limit_minor: minorOf(terms.limit),
    net_days: terms.netDays,
    changed_at: now,
  }
  await tables(tx)
    .insertInto('payments.credit_accounts')
    .values({
      ...set,
      company_id: terms.companyId,
      currency: terms.limit.currency,
      used_minor: 0,
      unallocated_minor: 0,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'currency']).doUpdateSet(set))
    .execute()
}

export async function findCreditAccount(
  conn: Conn,
  companyId: string,
  currency: string,
): Promise<CreditAccount | undefined> {
  const row = await tables(conn)
    .selectFrom('payments.credit_accounts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row && toCreditAccount(row)
}

export function toCreditAccount(row: CreditAccountRow): CreditAccount {
  return {
    companyId: row.company_id,
    state: row.state as CreditAccount['state'],
    limit: money(BigInt(row.limit_minor), row.currency),
    used: money(BigInt(row.used_minor), row.currency),
    netDays: row.net_days,
  }
}

/**
 * Check and change are one statement, which also writes the entry and the debt. Returns the net days, and whether money
 * of the company waits for a debt; or undefined if the credit does not suffice.
 */
export async function takeCredit(
  tx: Tx,
  { companyId, paymentId, amount }: CreditTaken,
  now: Date,
): Promise<{ readonly netDays: number; readonly isInFavour: boolean } | undefined> {
  const { rows } = await sql<{ net_days: number; unallocated_minor: number }>`
    with taken as (
      update payments.credit_accounts
      set used_minor = used_minor + ${minorOf(amount)}, changed_at = ${now}
      where company_id = ${companyId} and currency = ${amount.currency}
        and state = 'OPEN' and limit_minor - used_minor >= ${minorOf(amount)}
      returning company_id, currency, net_days, unallocated_minor
    ), entered as (
      insert into payments.credit_entries (company_id, currency, kind, amount_minor, payment_id, recorded_at)
      select company_id, currency, 'TAKEN', ${minorOf(amount)}, ${paymentId}, ${now} from taken
    ), owed as (
      insert into payments.debts (company_id, currency, payment_id, net_days, owed_minor)
      select company_id, currency, ${paymentId}, net_days, ${minorOf(amount)} from taken
    )
    select net_days, unallocated_minor from taken
  `.execute(tx)
  const [row] = rows
  return row && { netDays: row.net_days, isInFavour: row.unallocated_minor > 0 }
}

/** The same for a payment that has a debt already, which is open again if it was repaid. False if the credit does not suffice. */
export async function takeMoreCredit(
  tx: Tx,
  { companyId, paymentId, amount }: CreditTaken,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with taken as (
      update payments.credit_accounts
      set used_minor = used_minor + ${minorOf(amount)}, changed_at = ${now}
      where company_id = ${companyId} and currency = ${amount.currency}
        and state = 'OPEN' and limit_minor - used_minor >= ${minorOf(amount)}
      returning company_id, currency
    ), entered as (
      insert into payments.credit_entries (company_id, currency, kind, amount_minor, payment_id, recorded_at)
      select company_id, currency, 'TAKEN', ${minorOf(amount)}, ${paymentId}, ${now} from taken
    ), owed as (
      update payments.debts d set owed_minor = d.owed_minor + ${minorOf(amount)}, ended_at = null
      from taken t
      where d.company_id = t.company_id and d.payment_id = ${paymentId}
    )
    select from taken
  `.execute(tx)
  return rows.length === 1
}

type CreditTaken = {
  readonly companyId: string
  readonly paymentId: string
  readonly amount: Money
}

/** Gives back credit after a void, a partial capture or a refund. Holds the account until the transaction ends. */
export async function giveCredit(
  tx: Tx,
  companyId: string,
  amount: Money,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments.credit_accounts
    set used_minor = used_minor - ${minorOf(amount)}, changed_at = ${now}
    where company_id = ${companyId} and currency = ${amount.currency}
  `.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Like `giveCredit`, for the company's own money, which waits for a debt. It accepts more than the debt only if the
 * caller means that: check and change are one statement.
 */
export async function payIn(
  tx: Tx,
  companyId: string,
  amount: Money,
  { acceptsOverpayment, now }: { readonly acceptsOverpayment: boolean; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments.credit_accounts
    set used_minor = used_minor - ${minorOf(amount)}, changed_at = ${now},
        unallocated_minor = unallocated_minor + ${minorOf(amount)}
    where company_id = ${companyId} and currency = ${amount.currency}
      and (${acceptsOverpayment} or used_minor >= ${minorOf(amount)})
  `.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Takes paid money out of the account again. Holds the account until the transaction ends. False if there is no
 * account: nobody has paid into it.
 */
export async function holdToTakeOut(
  tx: Tx,
  companyId: string,
  amount: Money,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments.credit_accounts
    set used_minor = used_minor + ${minorOf(amount)}, changed_at = ${now}
    where company_id = ${companyId} and currency = ${amount.currency}
  `.execute(tx)
  return numAffectedRows === 1n
}
