import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { Invoice } from './invoice.ts'
import { toInvoice } from './store.ts'
import type { DocumentRow } from './tables.ts'

/** Finds issued invoices by their number, newest first. Each supplier numbers its own, so several may have one number. */
export async function searchInvoices(
  conn: Conn,
  number: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<Invoice[]> {
  const { rows } = await sql<DocumentRow>`
    /* across companies: operators find everything */
    select * from invoices.documents
    where number = ${number} ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}
  `.execute(conn)
  return rows.map(toInvoice)
}
