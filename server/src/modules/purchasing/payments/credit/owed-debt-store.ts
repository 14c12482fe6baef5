import { type RawBuilder, sql } from 'kysely'
import type { Id } from '#kernel/id'
import { type Money, money } from '#kernel/money'
import { utcDay } from '#kernel/time'
import type { Conn } from '#platform/db'
import type { Debt, Due, OverduePayment } from './debt.ts'
import { partsOfDebt } from './due-debt-store.ts'

type DebtRow = {
  payment_id: string
  company_id: Id<'co'>
  due_on: string | null
  owed_minor: number
  repaid_minor: number
  currency: string
  ended_at: Date | null
}

/** The debts of some payments of one company. Payments on net terms have one. */
export async function findDebts(
  conn: Conn,
  companyId: string,
  paymentIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Debt>> {
  const { rows } = await sql<DebtRow & { is_overdue: boolean | null }>`
    select *, ended_at is null and due_on < ${todayOf(companyId, now)} as is_overdue from payments.debts
    where company_id = ${companyId} and payment_id = any(${[...paymentIds]})
  `.execute(conn)
  return new Map(rows.map((row) => [row.payment_id, toDebt(row)]))
}

type DueRow = {
  invoice_id: string | null
  invoice_number: string | null
  due_on: string
  amount_minor: string
  open_minor: string
}

/** The parts of a payment's debt that have a due day, the first to fall due first. */
export async function listDues(
  conn: Conn,
  companyId: string,
  paymentId: string,
  limit: number,
): Promise<Due[]> {
  const { rows } = await sql<DueRow & { currency: string }>`
    select d.currency, p.invoice_id, p.invoice_number, p.due_on::text, p.amount_minor::text, p.open_minor::text
    from payments.debts d cross join lateral ${partsOfDebt} p
    where d.company_id = ${companyId} and d.payment_id = ${paymentId} and p.due_on is not null
    order by p.due_on, p.invoice_id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => toDue(row, row.currency))
}

type OverdueRow = DebtRow & {
  due_on: string
  order_id: string | null
  dues: readonly DueRow[]
}

/** The most invoices that are listed for one payment. */
const duesMax = 100

/** The oldest first. `debts_due` answers: no company is more than a day ahead of UTC. */
export async function listOverdue(
  conn: Conn,
  now: Date,
  page: {
    readonly after?: { readonly dueOn: string; readonly paymentId: string } | undefined
    readonly limit: number
  },
): Promise<OverduePayment[]> {
  const { after, limit } = page
  const ownDay = todayOf(sql.ref('d.company_id'), now)
  const { rows } = await sql<OverdueRow>`
    /* across companies: operators see the whole platform */
    with late as materialized (
      select d.* from payments.debts d
      where d.ended_at is null and d.due_on <= ${utcDay(now)} and d.due_on < ${ownDay}
        ${after ? sql`and (d.due_on, d.payment_id) > (${after.dueOn}, ${after.paymentId})` : sql``}
      order by d.due_on, d.payment_id
      limit ${limit}
    )
    select d.*, o.order_id, (
      select json_agg(p order by p.due_on, p.invoice_id) from (
        select p.invoice_id, p.invoice_number, p.due_on, p.amount_minor::text, p.open_minor::text
        from ${partsOfDebt} p
        where p.open_minor > 0 and p.due_on < ${ownDay}
        order by p.due_on, p.invoice_id
        limit ${duesMax}
      ) as p
    ) as dues
    from late d
    join payments.payments o on o.company_id = d.company_id and o.id = d.payment_id
    order by d.due_on, d.payment_id
  `.execute(conn)
  return rows.map(({ dues, due_on: dueOn, order_id: orderId, ...row }) => ({
    ...amountsOf(row),
    orderId: orderId ?? undefined,
    dueOn,
    dues: (dues ?? []).map((due) => toDue(due, row.currency)),
  }))
}

export type Overdue = {
  /** The number of payments. */
  readonly count: number
  readonly amount: Money
  readonly oldestDueOn: string
}

/** The overdue sums of one company, by currency. No entry for a currency without overdue debt. */
export async function sumOverdue(
  conn: Conn,
  companyId: string,
  now: Date,
): Promise<ReadonlyMap<string, Overdue>> {
  const today = todayOf(companyId, now)
  const { rows } = await sql<{ currency: string; count: number; open: string; oldest: string }>`
    select d.currency, count(distinct d.payment_id) as count, sum(p.open_minor)::text as open, min(p.due_on) as oldest
    from payments.debts d cross join lateral ${partsOfDebt} p
    where d.company_id = ${companyId} and d.ended_at is null and d.due_on < ${today}
      and p.open_minor > 0 and p.due_on < ${today}
    group by d.currency
  `.execute(conn)
  return new Map(
    rows.map(({ currency, count, open, oldest }) => [
      currency,
      { count, amount: money(BigInt(open), currency), oldestDueOn: oldest },
    ]),
  )
}

function toDebt(row: DebtRow & { readonly is_overdue: boolean | null }): Debt {
  return {
    ...amountsOf(row),
    dueOn: row.due_on ?? undefined,
    isOverdue: row.is_overdue === true,
  }
}

/** The day in the time zone of the company. A debt is overdue once its day has ended there. */
export function todayOf(companyId: string | RawBuilder<unknown>, now: Date) {
  return sql`payments.day_in(${companyId}, ${now}::timestamptz)`
}

function amountsOf(
  row: Pick<DebtRow, 'payment_id' | 'company_id' | 'owed_minor' | 'repaid_minor' | 'currency'>,
) {
  const amount = (minor: number) => money(BigInt(minor), row.currency)
  return {
    paymentId: row.payment_id,
    companyId: row.company_id,
    owed: amount(row.owed_minor),
    repaid: amount(row.repaid_minor),
  }
}

function toDue(row: DueRow, currency: string): Due {
  const { invoice_id: id, invoice_number: number } = row
  return {
    invoice: id === null ? undefined : { id, number: number ?? '' },
    dueOn: row.due_on,
    amount: money(BigInt(row.amount_minor), currency),
    open: money(BigInt(row.open_minor), currency),
  }
}
