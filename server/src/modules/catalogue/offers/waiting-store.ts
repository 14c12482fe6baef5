import { after, hoursMs } from '#kernel/time'
import { type Conn, sql } from '#platform/db'
import { countOf } from '#platform/health'

export type WaitingRequests = {
  readonly requestsForOperators: number
  readonly requestsForSuppliers: number
  readonly oldestRequestSeconds: number
  readonly requestsWaitingLong: number
}

/** Reads only requests without an answer, by `requests_waiting`. */
export async function measureWaiting(
  conn: Conn,
  now: Date,
  hoursMax: number,
): Promise<WaitingRequests> {
  const since = after(now, -hoursMs(hoursMax))
  const { rows } = await sql<WaitingRequests>`
    /* across companies: operators see the whole platform */
    select count(*) filter (where supplier_company_id is null) as "requestsForOperators",
      count(*) filter (where supplier_company_id is not null) as "requestsForSuppliers",
      coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as "oldestRequestSeconds",
      count(*) filter (where created_at < ${since}) as "requestsWaitingLong"
    from offers.requests where state = 'REQUESTED'
  `.execute(conn)
  const [measured] = rows
  if (!measured) throw new Error('an aggregate gave no row')
  return measured
}

export function waitingSentence(
  { requestsWaitingLong }: WaitingRequests,
  hoursMax: number,
): string {
  const requests = countOf(requestsWaitingLong, 'offer request has had', 'offer requests have had')
  return `${requests} no answer for more than ${countOf(hoursMax, 'hour', 'hours')}.`
}
