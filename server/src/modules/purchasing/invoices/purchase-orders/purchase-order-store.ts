import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { Queue } from '#platform/leases'
import { type RenderingStore, renderingIn, renderingQueue } from '../pdfs/rendering-store.ts'
import type { PurchaseOrder, PurchaseOrderKey } from './purchase-order.ts'

export const purchaseOrderQueue = {
  ...renderingQueue,
  table: 'invoices.purchase_order_pdfs',
  key: ['company_id', 'order_id', 'supplier_company_id', 'revision'],
  id: 'order_id',
} as const satisfies Queue

export type StoredPurchaseOrder = {
  readonly key: PurchaseOrderKey
  readonly order: PurchaseOrder
  readonly ubl: string
}

export async function findPurchaseOrder(
  conn: Conn,
  key: PurchaseOrderKey,
): Promise<StoredPurchaseOrder | undefined> {
  const { companyId, orderId, supplierId, revision } = key
  const { rows } = await sql<{ content: PurchaseOrder; ubl: string }>`
    select content, ubl from invoices.purchase_orders
    where company_id = ${companyId} and order_id = ${orderId} and supplier_company_id = ${supplierId} and revision = ${revision}
  `.execute(conn)
  const [row] = rows
  return row && { key, order: row.content, ubl: row.ubl }
}

/** The first one stays: the document does not change. */
export async function insertPurchaseOrder(
  conn: Conn,
  { key, order, ubl }: StoredPurchaseOrder,
  now: Date,
): Promise<void> {
  const { companyId, orderId, supplierId, revision } = key
  await sql`
    insert into invoices.purchase_orders (company_id, order_id, supplier_company_id, revision, number, content, ubl, created_at)
    values (${companyId}, ${orderId}, ${supplierId}, ${revision}, ${order.number}, ${JSON.stringify(order)}::jsonb, ${ubl}, ${now})
    on conflict do nothing
  `.execute(conn)
}

export function purchaseOrderRendering(
  conn: Conn,
  { companyId, orderId, supplierId, revision }: PurchaseOrderKey,
): RenderingStore {
  const key = {
    company_id: companyId,
    order_id: orderId,
    supplier_company_id: supplierId,
    revision,
  }
  return renderingIn(conn, purchaseOrderQueue.table, key)
}

/** The bytes that are stored, or only their digest if the reader knows it. Undefined: not rendered yet. */
export async function findPurchaseOrderPdf(
  conn: Conn,
  key: PurchaseOrderKey,
  isKnown: (sha256: string) => boolean,
): Promise<{ readonly sha256: string; readonly content: Buffer | undefined } | undefined> {
  const { companyId, orderId, supplierId, revision } = key
  const { rows } = await sql<{ sha256: string | null }>`
    select sha256 from invoices.purchase_order_pdfs
    where company_id = ${companyId} and order_id = ${orderId} and supplier_company_id = ${supplierId} and revision = ${revision}
  `.execute(conn)
  const sha256 = rows[0]?.sha256
  if (!sha256) return undefined
  if (isKnown(sha256)) return { sha256, content: undefined }
  const { content } = await purchaseOrderRendering(conn, key).read()
  return content && { sha256, content }
}

export type FailingPurchaseOrder = PurchaseOrderKey & {
  readonly number: string
  readonly attempts: number
  readonly failedAt: Date
  readonly retryAt: Date
  readonly error: string
}

/** By order, supplier and revision. With `dueAt`: only those whose next attempt is due. */
export async function listFailingPurchaseOrders(
  conn: Conn,
  page: {
    readonly after?: readonly [orderId: string, supplierId: string, revision: number] | undefined
    readonly limit: number
    readonly dueAt?: Date
  },
): Promise<FailingPurchaseOrder[]> {
  const { after, limit, dueAt } = page
  const isBehind =
    after === undefined
      ? sql``
      : sql`and (p.order_id, p.supplier_company_id, p.revision) > (${after[0]}, ${after[1]}, ${after[2]})`
  const { rows } = await sql<{
    company_id: string
    order_id: string
    supplier_company_id: string
    revision: number
    number: string
    attempts: number
    failed_at: Date
    retry_at: Date
    error: string
  }>`
    /* across companies: operators see the whole platform */
    select p.company_id, p.order_id, p.supplier_company_id, p.revision, d.number, p.attempts, p.failed_at, p.retry_at, p.error
    from invoices.purchase_order_pdfs p
    join invoices.purchase_orders d using (company_id, order_id, supplier_company_id, revision)
    where p.failed_at is not null ${isBehind} ${dueAt === undefined ? sql`` : sql`and p.retry_at <= ${dueAt}`}
    order by p.order_id, p.supplier_company_id, p.revision
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id,
    orderId: row.order_id,
    supplierId: row.supplier_company_id,
    revision: row.revision,
    number: row.number,
    attempts: row.attempts,
    failedAt: row.failed_at,
    retryAt: row.retry_at,
    error: row.error,
  }))
}
