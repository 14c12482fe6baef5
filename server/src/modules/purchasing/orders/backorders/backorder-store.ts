import { sql } from 'kysely'
import type { Id } from '#kernel/id'
import type { Quantity } from '#kernel/quantity'
import type { Conn } from '#platform/db'

export type WaitingLine = {
  readonly companyId: Id<'co'>
  readonly orderId: string
  readonly lineNumber: number
}

/** The line that has waited longest for a product, whoever bought it. Served by `lines_waiting_since`. */
export async function findOldestWaiting(
  conn: Conn,
  productId: string,
): Promise<WaitingLine | undefined> {
  const { rows } = await sql<{ company_id: string; order_id: string; line_number: number }>`
    /* across companies: arriving stock serves the oldest line, whoever bought it */
    select company_id, order_id, line_number from orders.lines
    where product_id = ${productId} and waiting_quantity > 0
    order by backordered_at, order_id, line_number limit 1
  `.execute(conn)
  const [row] = rows
  return (
    row && {
      companyId: row.company_id as Id<'co'>,
      orderId: row.order_id,
      lineNumber: row.line_number,
    }
  )
}

export type Backorder = WaitingLine & {
  readonly orderNumber: string
  readonly supplierCompanyId: string
  readonly productId: string
  readonly sku: string
  readonly waiting: Quantity
  readonly unit: string
  readonly since: Date
  readonly promisedDate: string | undefined
}

/** The lines that wait for stock, those of the oldest order first. Served by `lines_waiting_by_age`. */
export async function listBackorders(
  conn: Conn,
  {
    after,
    limit,
  }: {
    readonly after: Pick<WaitingLine, 'orderId' | 'lineNumber'> | undefined
    readonly limit: number
  },
): Promise<Backorder[]> {
  const { rows } = await sql<{
    company_id: string
    order_id: string
    line_number: number
    order_number: string
    supplier_company_id: string
    product_id: string
    sku: string
    waiting_quantity: number
    unit: string
    backordered_at: Date
    promised_date: string | null
  }>`
    /* across companies: operators see the whole platform */
    select l.company_id, l.order_id, l.line_number, o.number as order_number, l.supplier_company_id, l.product_id, l.sku,
      l.waiting_quantity, l.unit, l.backordered_at, l.promised_date
    from orders.lines l join orders.orders o on o.company_id = l.company_id and o.id = l.order_id
    where l.waiting_quantity > 0
      ${after ? sql`and (l.order_id, l.line_number) > (${after.orderId}, ${after.lineNumber}::integer)` : sql``}
    order by l.order_id, l.line_number
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    companyId: row.company_id as Id<'co'>,
    orderId: row.order_id,
    lineNumber: row.line_number,
    orderNumber: row.order_number,
    supplierCompanyId: row.supplier_company_id,
    productId: row.product_id,
    sku: row.sku,
    waiting: BigInt(row.waiting_quantity),
    unit: row.unit,
    since: row.backordered_at,
    promisedDate: row.promised_date ?? undefined,
  }))
}
