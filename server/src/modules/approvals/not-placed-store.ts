import { type Money, money } from '#kernel/money'
import { type Conn, sql } from '#platform/db'

/** An order that could not be placed, or given up, once its approval was over. */
export type NotPlaced = {
  readonly requestId: string
  readonly orderId: string
  readonly companyId: string
  readonly total: Money
  /** When it was asked for. */
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly attempts: number
  readonly nextAttemptAt: Date
  /** What the last attempt met. */
  readonly lastError: string
}

type NotPlacedRow = {
  id: string
  order_id: string
  company_id: string
  currency: string
  total_minor: number
  requested_at: Date
  expires_at: Date
  attempts: number
  available_at: Date
  last_error: string
}

/** Of all companies, those asked for first at the top; ids sort by time. One read of `requests_due`, which holds what is open. */
export async function listNotPlaced(
  conn: Conn,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<NotPlaced[]> {
  const { rows } = await sql<NotPlacedRow>`
    /* across companies: operators see the whole platform */
    select id, order_id, company_id, currency, total_minor, requested_at, expires_at, attempts, available_at, last_error
    from approvals.requests
    where state in ('PENDING', 'APPROVING') and last_error is not null
      ${after === undefined ? sql`` : sql`and id > ${after}`}
    order by id
    limit ${limit}
  `.execute(conn)
  return rows.map((row) => ({
    requestId: row.id,
    orderId: row.order_id,
    companyId: row.company_id,
    total: money(BigInt(row.total_minor), row.currency),
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    attempts: row.attempts,
    nextAttemptAt: row.available_at,
    lastError: row.last_error,
  }))
}
