import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import type { Conn, Tx } from '#platform/db'
import type { Payment } from './payment.ts'
import { minorOf } from './store.ts'

/** What a payment on net terms still owes. */
export type Debt = {
  readonly paymentId: string
  readonly companyId: Id<'co'>
  readonly orderId: string | undefined
  /** `2026-01-31`. */
  readonly dueOn: string
  readonly owed: Money
  readonly repaid: Money
  /** Open after its day. */
  readonly isOverdue: boolean
}

/** A payment, and what it owes where it is on net terms. */
export type OwingPayment = { readonly payment: Payment; readonly debt: Debt | undefined }

/** Days are those of UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function openOf({ owed, repaid }: Debt): Money {
  return money(owed.amountMinor - repaid.amountMinor, owed.currency)
}

/**
 * Participant, after the account was held: less is owed by this payment. What had been repaid beyond it is the company's
 * again, for its other debts.
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

/** Participant, after the account was held: the company's money goes to the oldest debts, those due first before others. */
export async function spreadMoney(tx: Tx, companyId: string, currency: string): Promise<void> {
  await sql`
    with open as (
      select payment_id, owed_minor - repaid_minor as open_minor,
             sum(owed_minor - repaid_minor) over (order by due_on, payment_id) as upto_minor
      from payments.debts
      where company_id = ${companyId} and currency = ${currency} and ended_at is null
    ), given as (
      select o.payment_id, least(o.open_minor, a.unallocated_minor - (o.upto_minor - o.open_minor)) as minor
      from open o, payments.credit_accounts a
      where a.company_id = ${companyId} and a.currency = ${currency}
        and o.upto_minor - o.open_minor < a.unallocated_minor
    ), booked as (
      update payments.debts d
      set repaid_minor = d.repaid_minor + g.minor
      from given g
      where d.company_id = ${companyId} and d.payment_id = g.payment_id
    )
    update payments.credit_accounts
    set unallocated_minor = unallocated_minor - (select coalesce(sum(minor), 0) from given)
    where company_id = ${companyId} and currency = ${currency}
  `.execute(tx)
}

/** Participant: those of which nothing is open any more are over, once. Returns those that were repaid. */
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

type DebtRow = {
  payment_id: string
  company_id: Id<'co'>
  order_id: string | null
  due_on: string
  owed_minor: number
  repaid_minor: number
  currency: string
  ended_at: Date | null
}

/** Of some payments of one company: those on net terms have one. */
export async function findDebts(
  conn: Conn,
  companyId: string,
  paymentIds: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Debt>> {
  const { rows } = await sql<DebtRow>`
    select d.*, null as order_id from payments.debts d
    where d.company_id = ${companyId} and d.payment_id = any(${[...paymentIds]})
  `.execute(conn)
  return new Map(rows.map((row) => [row.payment_id, toDebt(row, today)]))
}

/** The oldest first. `debts_due` answers. */
export async function listOverdue(
  conn: Conn,
  today: string,
  page: {
    readonly after?: { readonly dueOn: string; readonly paymentId: string } | undefined
    readonly limit: number
  },
): Promise<Debt[]> {
  const { after, limit } = page
  const { rows } = await sql<DebtRow>`
    /* across companies: operators see the whole platform */
    select d.*, p.order_id
    from payments.debts d
    join payments.payments p on p.company_id = d.company_id and p.id = d.payment_id
    where d.ended_at is null and d.due_on < ${today}
      ${after ? sql`and (d.due_on, d.payment_id) > (${after.dueOn}, ${after.paymentId})` : sql``}
    order by d.due_on, d.payment_id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => toDebt(row, today))
}

export type Overdue = {
  readonly count: number
  readonly amount: Money
  readonly oldestDueOn: string
}

/** Of one company, by currency. Nothing for a currency in which nothing is late. */
export async function sumOverdue(
  conn: Conn,
  companyId: string,
  today: string,
): Promise<ReadonlyMap<string, Overdue>> {
  const { rows } = await sql<{ currency: string; count: number; open: string; oldest: string }>`
    select currency, count(*) as count, sum(owed_minor - repaid_minor)::text as open, min(due_on) as oldest
    from payments.debts
    where company_id = ${companyId} and ended_at is null and due_on < ${today}
    group by currency
  `.execute(conn)
  return new Map(
    rows.map(({ currency, count, open, oldest }) => [
      currency,
      { count, amount: money(BigInt(open), currency), oldestDueOn: oldest },
    ]),
  )
}

function toDebt(row: DebtRow, today: string): Debt {
  const amount = (minor: number) => money(BigInt(minor), row.currency)
  return {
    paymentId: row.payment_id,
    companyId: row.company_id,
    orderId: row.order_id ?? undefined,
    dueOn: row.due_on,
    owed: amount(row.owed_minor),
    repaid: amount(row.repaid_minor),
    isOverdue: row.ended_at === null && row.due_on < today,
  }
}
