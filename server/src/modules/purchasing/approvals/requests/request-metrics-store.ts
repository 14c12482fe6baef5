import { type Conn, sql } from '#platform/db'

export type RequestMetrics = {
  readonly pending: number
  readonly oldestPendingSeconds: number
  /** Waiting requests that administrators may decide, because their approvers have not. */
  readonly escalated: number
  readonly approving: number
  readonly failing: number
  /** Seconds since the last vote of the failing request that has waited longest. */
  readonly oldestFailingSeconds: number
}

/** In seconds. One read of `requests_due`, and of the votes of failing requests. */
export async function measureRequests(conn: Conn, now: Date): Promise<RequestMetrics> {
  const { rows } = await sql<RequestMetrics>`
    /* across companies: operators see the whole platform */
    select count(*) filter (where state = 'PENDING') as "pending",
      coalesce(extract(epoch from ${now}::timestamptz
        - min(requested_at) filter (where state = 'PENDING')), 0)::float8 as "oldestPendingSeconds",
      count(*) filter (where state = 'PENDING' and escalated_step = step) as "escalated",
      count(*) filter (where state = 'APPROVING') as "approving",
      count(*) filter (where last_error is not null) as "failing",
      coalesce(extract(epoch from ${now}::timestamptz - min(coalesce(
        (select max(v.voted_at) from approvals.votes v
          where v.company_id = r.company_id and v.request_id = r.id), requested_at))
        filter (where last_error is not null)), 0)::float8 as "oldestFailingSeconds"
    from approvals.requests r where state in ('PENDING', 'APPROVING')
  `.execute(conn)
  const [metrics] = rows
  if (!metrics) throw new Error('an aggregate gave no row')
  return metrics
}
