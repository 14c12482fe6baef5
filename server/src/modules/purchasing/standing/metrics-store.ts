import { after, secondsMs } from '#kernel/time'
import { type Conn, sql } from '#platform/db'

export type Metrics = {
  readonly standingOrdersActive: number
  /** Standing orders that have waited too long for a worker, or that an error of the service holds up. */
  readonly standingOrdersLate: number
  readonly oldestStandingOrderLateSeconds: number
}

/** How many seconds a due standing order may wait for a worker. */
const dueSecondsMax = 900

/** One read of `orders_due`, which has only active ones. */
export async function measure(conn: Conn, now: Date): Promise<Metrics> {
  const { rows } = await sql<Metrics>`
    /* across companies: operators see the whole platform */
    select count(*) as "standingOrdersActive", count(*) filter (where is_late) as "standingOrdersLate",
      coalesce(extract(epoch from ${now}::timestamptz
        - min(coalesce(failing_since, available_at)) filter (where is_late)), 0)::float8 as "oldestStandingOrderLateSeconds"
    from (
      select available_at, failing_since,
        failing_since is not null or available_at <= ${after(now, -secondsMs(dueSecondsMax))} as is_late
      from standing.orders where state = 'ACTIVE'
    ) as s
  `.execute(conn)
  const [metrics] = rows
  if (!metrics) throw new Error('an aggregate gave no row')
  return metrics
}
