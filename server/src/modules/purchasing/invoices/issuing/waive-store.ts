import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { Invoice } from '../invoice.ts'
import { toInvoice } from '../store.ts'
import type { DocumentRow } from '../tables.ts'

/** Whether document `d` is a credit note without any invoice to take back. Finds the same invoices as `following`. */
const lacksInvoice = sql<boolean>`(d.kind = 'CREDIT_NOTE' and not exists (
  select from invoices.documents i
  where i.company_id = d.company_id and i.order_id = d.order_id and i.kind = 'INVOICE'
    and i.supplier_company_id = d.supplier_company_id
    and (i.delivery is null or i.delivery = coalesce(d.delivery, 1)) and i.id < d.id
))`

/**
 * Whether an earlier document of the same supplier and order waits for its number. A credit note without an invoice may wait for
 * ever, so nothing waits for it.
 */
export async function isBehindWaiting(
  tx: Tx,
  {
    companyId,
    orderId,
    supplierCompanyId,
    id,
  }: Pick<Invoice, 'companyId' | 'orderId' | 'supplierCompanyId' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from invoices.documents d
    where d.company_id = ${companyId} and d.order_id = ${orderId} and d.state = 'WAITING'
      and d.supplier_company_id = ${supplierCompanyId} and d.id < ${id} and not ${lacksInvoice}
    limit 1
  `.execute(tx)
  return rows.length > 0
}

export type WaitingInvoice = Invoice & { readonly lacksInvoice: boolean }

/** Oldest first, without locks. */
export async function listWaiting(
  conn: Conn,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<WaitingInvoice[]> {
  const { rows } = await sql<DocumentRow & { readonly lacks_invoice: boolean }>`
    /* across companies: operators see the whole platform */
    select d.*, ${lacksInvoice} as lacks_invoice from invoices.documents d
    where d.state = 'WAITING' and (${after ?? null}::text is null or d.id > ${after ?? null})
    order by d.id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({ ...toInvoice(row), lacksInvoice: row.lacks_invoice }))
}

/** The company of the document, which is held until the transaction ends. Undefined if no such document waits. */
export async function lockWaitingOfAnyCompany(
  tx: Tx,
  invoiceId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    /* across companies: operators decide on the whole platform */
    select company_id from invoices.documents where id = ${invoiceId} and state = 'WAITING' for update
  `.execute(tx)
  return rows[0]?.company_id
}

/**
 * Undefined if it can still be issued. The caller holds the document, so nobody writes an invoice for it in the
 * meantime.
 */
export async function markWaived(
  tx: Tx,
  companyId: string,
  invoiceId: string,
): Promise<Invoice | undefined> {
  const { rows } = await sql<DocumentRow>`
    update invoices.documents d set state = 'WAIVED'
    where d.company_id = ${companyId} and d.id = ${invoiceId} and d.state = 'WAITING' and ${lacksInvoice}
    returning *
  `.execute(tx)
  return rows[0] && toInvoice(rows[0])
}

/**
 * Before an invoice is written: waived credit notes of the same goods that are later than what it bills wait for it
 * again. It also writes those that wait already, so that it waits for an operator who is about to waive one.
 */
export async function unwaive(
  tx: Tx,
  companyId: string,
  { orderId, supplierId, since }: { orderId: string; supplierId: string; since: Date },
): Promise<void> {
  await sql`
    update invoices.documents set state = 'WAITING'
    where company_id = ${companyId} and order_id = ${orderId} and kind = 'CREDIT_NOTE'
      and supplier_company_id = ${supplierId} and state in ('WAITING', 'WAIVED') and created_at >= ${since}
  `.execute(tx)
}
