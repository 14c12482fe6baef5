import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Conn, Tx } from '#platform/db'
import { readContent, type StoredContent, storeContent } from './content.ts'
import type { Invoice, InvoiceKind, InvoiceState } from './invoice.ts'
import { type DocumentRow, tables } from './tables.ts'

/** False if this step of the order was read before. */
export async function noteStep(
  tx: Tx,
  companyId: string,
  orderId: string,
  version: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('invoices.steps')
    .values({ company_id: companyId, order_id: orderId, order_version: version })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type Pieces = { readonly lineNumber: number; readonly quantity: Quantity }

/** How many pieces of a line the documents include so far. */
export type PiecesSoFar = { readonly invoiced: Quantity; readonly returned: Quantity }

export async function piecesSoFar(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<ReadonlyMap<number, PiecesSoFar>> {
  const rows = await tables(conn)
    .selectFrom('invoices.lines')
    .select(['line_number', 'invoiced_quantity', 'returned_quantity'])
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.line_number,
      { invoiced: BigInt(row.invoiced_quantity), returned: BigInt(row.returned_quantity) },
    ]),
  )
}

/** Adds pieces to the counts of their lines. */
export async function countPieces(
  tx: Tx,
  companyId: string,
  orderId: string,
  what: 'invoiced_quantity' | 'returned_quantity',
  pieces: readonly Pieces[],
): Promise<void> {
  const column = sql.ref(what)
  await sql`
    insert into invoices.lines as l (company_id, order_id, line_number, ${column})
    select ${companyId}, ${orderId}, line_number, quantity
    from unnest(
      ${pieces.map(({ lineNumber }) => lineNumber)}::int[],
      ${pieces.map(({ quantity }) => quantity)}::bigint[]
    ) as t(line_number, quantity)
    on conflict (company_id, order_id, line_number)
    do update set ${column} = l.${column} + excluded.${column}
  `.execute(tx)
}

/** The supplier's next number, without gaps: a transaction that is rolled back uses none. */
export async function nextNumber(
  tx: Tx,
  supplierCompanyId: string,
  kind: InvoiceKind,
  issuedOn: string,
): Promise<string> {
  const year = Number(issuedOn.slice(0, 4))
  const { rows } = await sql<{ last: number }>`
    insert into invoices.counters as s (supplier_company_id, kind, year, last)
    values (${supplierCompanyId}, ${kind}, ${year}, 1)
    on conflict (supplier_company_id, kind, year) do update set last = s.last + 1
    returning last
  `.execute(tx)
  const prefix = kind === 'INVOICE' ? 'INV' : 'CRN'
  return `${prefix}-${year}-${String(rows[0]?.last ?? 1).padStart(6, '0')}`
}

export async function insertInvoice(tx: Tx, invoice: Invoice): Promise<void> {
  const { net, tax, total } = invoice
  await tables(tx)
    .insertInto('invoices.documents')
    .values({
      company_id: invoice.companyId,
      id: invoice.id,
      supplier_company_id: invoice.supplierCompanyId,
      order_id: invoice.orderId,
      ordered_by: invoice.orderedBy,
      unit_id: invoice.unitId ?? null,
      kind: invoice.kind,
      source_id: invoice.sourceId,
      delivery: invoice.delivery ?? null,
      state: invoice.state,
      number: invoice.number ?? null,
      issued_on: invoice.issuedOn ?? null,
      due_on: invoice.dueOn ?? null,
      currency: total.currency,
      net_minor: Number(net.amountMinor),
      tax_minor: Number(tax.amountMinor),
      total_minor: Number(total.amountMinor),
      content: JSON.stringify(storeContent(invoice.content)),
      created_at: invoice.createdAt,
      issued_at: invoice.issuedAt ?? null,
    })
    .execute()
}

/** False if somebody else issued it in the meantime. */
export async function markIssued(tx: Tx, invoice: Invoice): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('invoices.documents')
    .set({
      state: 'ISSUED',
      number: invoice.number ?? null,
      issued_on: invoice.issuedOn ?? null,
      due_on: invoice.dueOn ?? null,
      issued_at: invoice.issuedAt ?? null,
      content: JSON.stringify(storeContent(invoice.content)),
    })
    .where('company_id', '=', invoice.companyId)
    .where('id', '=', invoice.id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The documents of an order, oldest first. */
export async function listOfOrder(
  conn: Conn,
  companyId: string,
  orderId: string,
): Promise<Invoice[]> {
  const rows = await tables(conn)
    .selectFrom('invoices.documents')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(toInvoice)
}

/** A document that the company received or issued: both parties may read it. */
export async function findInvoice(
  conn: Conn,
  readerId: string,
  invoiceId: string,
): Promise<Invoice | undefined> {
  const { rows } = await sql<DocumentRow>`
    select * from invoices.documents
    where id = ${invoiceId} and (company_id = ${readerId} or (supplier_company_id = ${readerId}))
  `.execute(conn)
  return rows[0] && toInvoice(rows[0])
}

/** Held until the transaction ends. Undefined if somebody else has issued it, or is about to. */
export async function lockWaitingInvoice(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<Invoice | undefined> {
  const { rows } = await sql<DocumentRow>`
    select * from invoices.documents
    where company_id = ${companyId} and id = ${id} and state = 'WAITING'
    for update skip locked
  `.execute(tx)
  return rows[0] && toInvoice(rows[0])
}

export type InvoiceMetrics = {
  readonly waiting: number
  readonly suppliersWaitedFor: number
  /** When the oldest waiting document was written. */
  readonly oldestWaiting: Date | undefined
  /** Suppliers without the details that the profile of one of their buyers needs. */
  readonly suppliersLackingDetails: number
}

export async function measureInvoices(conn: Conn): Promise<InvoiceMetrics> {
  const { rows } = await sql<{
    waiting: number
    suppliers: number
    oldest: Date | null
    lacking: number
  }>`
    /* across companies: the operators' surfaces count all */
    select count(*) as waiting, count(distinct supplier_company_id) as suppliers, min(created_at) as oldest,
      (select count(distinct company_id) from invoices.profile_gaps) as lacking
    from invoices.documents where state = 'WAITING'
  `.execute(conn)
  const { waiting = 0, suppliers = 0, oldest = null, lacking = 0 } = rows[0] ?? {}
  return {
    waiting,
    suppliersWaitedFor: suppliers,
    oldestWaiting: oldest ?? undefined,
    suppliersLackingDetails: lacking,
  }
}

/** The schema's checks make the casts true. */
export function toInvoice(row: DocumentRow): Invoice {
  const { currency } = row
  const amount = (minor: number) => money(BigInt(minor), currency)
  return {
    id: row.id as Id<'inv'>,
    companyId: row.company_id,
    supplierCompanyId: row.supplier_company_id,
    orderId: row.order_id,
    orderedBy: row.ordered_by,
    unitId: row.unit_id ?? undefined,
    kind: row.kind as InvoiceKind,
    sourceId: row.source_id,
    delivery: row.delivery ?? undefined,
    state: row.state as InvoiceState,
    number: row.number ?? undefined,
    issuedOn: row.issued_on ?? undefined,
    dueOn: row.due_on ?? undefined,
    net: amount(row.net_minor),
    tax: amount(row.tax_minor),
    total: amount(row.total_minor),
    content: readContent(row.content as StoredContent, currency),
    createdAt: row.created_at,
    issuedAt: row.issued_at ?? undefined,
  }
}
