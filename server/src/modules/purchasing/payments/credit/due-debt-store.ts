import { sql } from 'kysely'
import type { Money } from '#kernel/money'
import type { Tx } from '#platform/db'
import { minorOf } from '../payment-store.ts'

/**
 * The parts of each debt `d`, as rows (invoice_id, invoice_number, due_on, amount_minor, open_minor, repaid_minor): its
 * invoices in the order in which they fall due, less what credit notes took back, and last the part that is not
 * invoiced, which has no due day. Repaid money covers the first of them. An older debt, before each invoice had a due
 * day, is one part, due on its one day.
 */
export const partsOfDebt = sql`(
  select invoice_id, invoice_number, due_on, upto_minor - from_minor as amount_minor,
         greatest(0, upto_minor - greatest(from_minor, d.repaid_minor)) as open_minor,
         greatest(0, least(upto_minor, d.repaid_minor) - from_minor) as repaid_minor
  from (
    select invoice_id, invoice_number, due_on,
           least(d.owed_minor, sum(minor) over (order by due_on, invoice_id) - minor)::bigint as from_minor,
           least(d.owed_minor, sum(minor) over (order by due_on, invoice_id))::bigint as upto_minor
    from (
      select invoice_id, max(invoice_number) as invoice_number, max(due_on) as due_on, sum(amount_minor) as minor
      from payments.dues where company_id = d.company_id and payment_id = d.payment_id
      group by invoice_id
      union all
      select null, null, case when d.net_days is null then d.due_on end, d.owed_minor
    ) as asked
  ) as placed
)`

/**
 * The debt of one order, held with its account until the transaction ends. No row for an older debt, whose invoices
 * have no due days.
 */
const heldDebt = ({ companyId, orderId, amount: { currency } }: OfOrder) => sql`
  select d.company_id, d.payment_id, d.net_days
  from payments.payments p
  join payments.debts d on d.company_id = p.company_id and d.payment_id = p.id
  join payments.credit_accounts a on a.company_id = d.company_id and a.currency = d.currency
  where p.company_id = ${companyId} and p.order_id = ${orderId} and d.net_days is not null and d.currency = ${currency}
  order by p.id desc
  limit 1
  for update of a`

type OfOrder = {
  readonly companyId: string
  readonly orderId: string
  readonly amount: Money
}

export type IssuedInvoice = OfOrder & {
  readonly invoiceId: string
  readonly number: string
  readonly issuedOn: string
}

/** Returns the payments whose due day may have changed. The same invoice again changes nothing. */
export async function insertDue(tx: Tx, issued: IssuedInvoice): Promise<string[]> {
  const { invoiceId, number, issuedOn, amount } = issued
  const { rows } = await sql<{ payment_id: string }>`
    with held as materialized (${heldDebt(issued)})
    insert into payments.dues
      (company_id, payment_id, document_id, invoice_id, invoice_number, due_on, amount_minor)
    select company_id, payment_id, ${invoiceId}, ${invoiceId}, ${number}, ${issuedOn}::date + net_days, ${minorOf(amount)}
    from held
    on conflict do nothing
    returning payment_id
  `.execute(tx)
  return rows.map((row) => row.payment_id)
}

export type IssuedCreditNote = OfOrder & {
  readonly creditNoteId: string
  /** The invoices that it takes back from, in this order. */
  readonly invoiceIds: readonly string[]
}

/** Like `insertDue`: takes back what is left of each invoice, until the amount is used up. */
export async function insertDueCredits(tx: Tx, issued: IssuedCreditNote): Promise<string[]> {
  const { creditNoteId, invoiceIds, amount } = issued
  const minor = minorOf(amount)
  const { rows } = await sql<{ payment_id: string }>`
    with held as materialized (${heldDebt(issued)}),
    asked as (
      select s.company_id, s.payment_id, s.invoice_id, max(s.invoice_number) as invoice_number,
             max(s.due_on) as due_on, sum(s.amount_minor)::bigint as minor
      from held h join payments.dues s on s.company_id = h.company_id and s.payment_id = h.payment_id
      where s.invoice_id = any(${[...invoiceIds]}) and not exists (
        select from payments.dues n
        where n.company_id = h.company_id and n.payment_id = h.payment_id and n.document_id = ${creditNoteId})
      group by s.company_id, s.payment_id, s.invoice_id
    ), placed as (
      select *, (sum(minor) over (order by array_position(${[...invoiceIds]}::text[], invoice_id)))::bigint as upto_minor
      from asked
    )
    insert into payments.dues
      (company_id, payment_id, document_id, invoice_id, invoice_number, due_on, amount_minor)
    select company_id, payment_id, ${creditNoteId}, invoice_id, invoice_number, due_on,
           -least(minor, ${minor}::bigint - (upto_minor - minor))
    from placed
    where minor > 0 and upto_minor - minor < ${minor}::bigint
    on conflict do nothing
    returning payment_id
  `.execute(tx)
  return [...new Set(rows.map((row) => row.payment_id))]
}
