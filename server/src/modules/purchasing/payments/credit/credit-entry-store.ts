import { sql } from 'kysely'
import { type Money, money } from '#kernel/money'
import type { Conn, Tx } from '#platform/db'
import { minorOf } from '../payment-store.ts'

export const creditEntryKinds = ['TAKEN', 'RELEASED', 'REPAID', 'REVERSED'] as const
export type CreditEntryKind = (typeof creditEntryKinds)[number]

/** How an entry changes the used part of a limit. */
export const signOf: Readonly<Record<CreditEntryKind, bigint>> = {
  TAKEN: 1n,
  RELEASED: -1n,
  REPAID: -1n,
  REVERSED: 1n,
}

type NewEntry = {
  readonly companyId: string
  readonly kind: CreditEntryKind
  readonly amount: Money
  readonly paymentId?: string
  /** Set for a repayment and for its reversal. */
  readonly repayment?: RepaymentNote
}

export type RepaymentNote = {
  readonly id: string
  readonly notedBy: string
  readonly reference?: string | undefined
  /** The reason of the reversal. */
  readonly reason?: string
}

/**
 * Called while the account is held, so that the numbers of its entries follow the order of the changes. False if the
 * entry exists already.
 */
export async function appendCreditEntry(tx: Tx, entry: NewEntry, now: Date): Promise<boolean> {
  const { companyId, kind, amount, paymentId, repayment } = entry
  const { numAffectedRows } = await sql`
    insert into payments.credit_entries (company_id, currency, kind, amount_minor, payment_id, repayment_id,
      noted_by, reference, reason, recorded_at)
    values (${companyId}, ${amount.currency}, ${kind}, ${minorOf(amount)}, ${paymentId ?? null},
      ${repayment?.id ?? null}, ${repayment?.notedBy ?? null}, ${repayment?.reference ?? null},
      ${repayment?.reason ?? null}, ${now})
    on conflict do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/**
 * The amount of a repayment, by its id; older repayments are named by their entry. `credit_entries_repayment` answers.
 */
export async function findRepayment(
  conn: Conn,
  companyId: string,
  currency: string,
  repaymentId: string,
): Promise<Money | undefined> {
  const { rows } = await sql<{ amount_minor: number }>`
    select amount_minor from payments.credit_entries
    where company_id = ${companyId} and currency = ${currency} and kind = 'REPAID'
      and coalesce(repayment_id, 'crp_' || entry::text) = ${repaymentId}
  `.execute(conn)
  return rows[0] && money(BigInt(rows[0].amount_minor), currency)
}

/** An entry of a company's statement. */
export type StatementEntry = {
  readonly entry: number
  readonly kind: CreditEntryKind
  readonly amount: Money
  /** The used part of the limit after the entry. */
  readonly balance: Money
  readonly paymentId: string | undefined
  readonly orderId: string | undefined
  readonly repaymentId: string | undefined
  readonly isReversed: boolean
  /** The person who bought, or who recorded it. Undefined if it followed from another change. */
  readonly by: string | undefined
  readonly reference: string | undefined
  readonly reason: string | undefined
  readonly recordedAt: Date
}

type StatementRow = {
  entry: number
  kind: CreditEntryKind
  amount_minor: number
  balance: string
  payment_id: string | null
  order_id: string | null
  repayment: string | null
  is_reversed: boolean
  actor: string | null
  reference: string | null
  reason: string | null
  recorded_at: Date
}

/** The cursor: the last entry of the page, and the used amount before it, in minor units. */
export type StatementPlace = { readonly entry: number; readonly balanceMinor: string }

/**
 * Newest first, by the key of the table. A balance is the used amount of now less all later entries, read in one
 * statement.
 */
export async function listStatement(
  conn: Conn,
  companyId: string,
  currency: string,
  { before, limit }: { readonly before: StatementPlace | undefined; readonly limit: number },
): Promise<StatementEntry[]> {
  const start = before
    ? sql`${before.balanceMinor}::numeric`
    : sql`(select used_minor from payments.credit_accounts
           where company_id = ${companyId} and currency = ${currency})::numeric`
  const { rows } = await sql<StatementRow>`
    with page as materialized (
      select * from payments.credit_entries
      where company_id = ${companyId} and currency = ${currency}
        ${before ? sql`and entry < ${before.entry}` : sql``}
      order by entry desc
      limit ${limit}
    )
    select e.entry, e.kind, e.amount_minor, e.payment_id, o.order_id, e.reference, e.reason, e.recorded_at,
      coalesce(e.repayment_id, case e.kind when 'REPAID' then 'crp_' || e.entry::text end) as repayment,
      coalesce(e.noted_by, case e.kind when 'TAKEN' then o.payer_id end) as actor,
      e.kind = 'REPAID' and exists (
        select from payments.credit_entries r
        where r.company_id = e.company_id and r.currency = e.currency and r.kind = 'REVERSED'
          and r.repayment_id = coalesce(e.repayment_id, 'crp_' || e.entry::text)) as is_reversed,
      (${start} - coalesce(
        sum(case when e.kind in ('TAKEN', 'REVERSED') then e.amount_minor else -e.amount_minor end)
          over (order by e.entry desc rows between unbounded preceding and 1 preceding), 0))::text as balance
    from page e
    left join payments.payments o on o.company_id = e.company_id and o.id = e.payment_id
    order by e.entry desc
  `.execute(conn)
  return rows.map((row) => toEntry(row, currency))
}

function toEntry(row: StatementRow, currency: string): StatementEntry {
  return {
    entry: row.entry,
    kind: row.kind,
    amount: money(BigInt(row.amount_minor), currency),
    balance: money(BigInt(row.balance), currency),
    paymentId: row.payment_id ?? undefined,
    orderId: row.order_id ?? undefined,
    repaymentId: row.repayment ?? undefined,
    isReversed: row.is_reversed,
    by: row.actor ?? undefined,
    reference: row.reference ?? undefined,
    reason: row.reason ?? undefined,
    recordedAt: row.recorded_at,
  }
}

/** The cursor of the next page. */
export function placeAfter({ entry, kind, amount, balance }: StatementEntry): StatementPlace {
  const before = balance.amountMinor - signOf[kind] * amount.amountMinor
  return { entry, balanceMinor: before.toString() }
}
