import { type Money, money } from '#kernel/money'
import { type Conn, sql } from '#platform/db'

/** An order that could not be placed, or ended, after its approval was over. */
export type NotPlaced = {
  readonly requestId: string
  readonly orderId: string
  readonly orderNumber: string
  readonly companyId: string
  readonly total: Money
  /** When the approval was requested. */
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly attempts: number
  readonly nextAttemptAt: Date
  /** The error of the last attempt. */
  readonly lastError: string
}

type NotPlacedRow = {
  id: string
  order_id: string
  order_number: string
  company_id: string
  currency: string
  total_minor: number
  requested_at: Date
  expires_at: Date
  attempts: number
  available_at: Date
  last_error: string
}

/**
 * Lists the requests of all companies, the oldest first; ids sort by time. One read of `requests_due`, which has only open requests.
 */
export async function listNotPlaced(
  conn: Conn,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<NotPlaced[]> {
  const { rows } = await sql<NotPlacedRow>`
    /* across companies: operators see the whole platform */
    select id, order_id, coalesce(order_number, order_id) as order_number, company_id, currency, total_minor, requested_at, expires_at, attempts, available_at, last_error
    from approvals.requests
    where state in ('PENDING', 'APPROVING') and last_error is not null
      ${after === undefined ? sql`` : sql`and id > ${after}`}
    order by id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    requestId: row.id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    companyId: row.company_id,
    total: money(BigInt(row.total_minor), row.currency),
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    attempts: row.attempts,
    nextAttemptAt: row.available_at,
    lastError: row.last_error,
  }))
}
