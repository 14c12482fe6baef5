import { sql } from 'kysely'
import { type Conn, containing } from '#platform/db'
import type { Invoice } from './invoice.ts'
import { toInvoice } from './store.ts'
import type { DocumentRow } from './tables.ts'

/**
 * The number of the document, that of its purchase order and the PO number of the buyer contain the text.
 * `documents_by_numbers` has this expression.
 */
export function hasNumber(q: string) {
  const pattern = containing(q)
  return sql`lower(coalesce(t.number, '') || ' ' || coalesce(t.content ->> 'orderNumber', '') || ' '
    || coalesce(t.content ->> 'poNumber', '')) like lower(${pattern})`
}

/** Finds issued documents, newest first. Each supplier numbers its own, so several may have one number. */
export async function searchInvoices(
  conn: Conn,
  q: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<Invoice[]> {
  const { rows } = await sql<DocumentRow>`
    /* across companies: operators find everything */
    select t.* from invoices.documents t
    where t.state = 'ISSUED' and ${hasNumber(q)} ${before === undefined ? sql`` : sql`and t.id < ${before}`}
    order by t.id desc
    limit ${limit}
  `.execute(conn)
  return rows.map(toInvoice)
}
