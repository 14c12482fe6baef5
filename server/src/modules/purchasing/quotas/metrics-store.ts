import { after, hoursMs } from '#kernel/time'
import { type Conn, sql } from '#platform/db'

export type Metrics = {
  readonly frameContractsInForce: number
  /** Quotas in force of which 80 percent are called off, but not all. */
  readonly quotasNearlyUsed: number
  /** Quotas in force of which all is called off: they refuse or warn. */
  readonly quotasUsedUp: number
  /** Contracts that have ended, and whose companies were not told in time. */
  readonly frameContractNoticesLate: number
  readonly oldestFrameContractNoticeLateSeconds: number
}

/** The job runs each hour. */
const noticeHoursMax = 2

export async function measure(conn: Conn, now: Date): Promise<Metrics> {
  const { rows } = await sql<Metrics>`
    /* across companies: operators see the whole platform */
    select count(distinct contract_id) filter (where in_force) as "frameContractsInForce",
      count(*) filter (where in_force and noticed_percent = 80) as "quotasNearlyUsed",
      count(*) filter (where in_force and noticed_percent = 100) as "quotasUsedUp",
      count(distinct contract_id) filter (where is_late) as "frameContractNoticesLate",
      coalesce(extract(epoch from ${now}::timestamptz - min(ended_at) filter (where is_late)), 0)::float8
        as "oldestFrameContractNoticeLateSeconds"
    from (
      select contract_id, noticed_percent, in_force, ended_at,
        ended_noticed_at is null and ended_at <= ${after(now, -hoursMs(noticeHoursMax))} as is_late
      from (
        select q.contract_id, q.noticed_percent, q.ended_noticed_at,
          c.state = 'ACTIVE' and c.valid_from <= ${now}::timestamptz
            and (c.valid_until is null or c.valid_until > ${now}::timestamptz) as in_force,
          case c.state when 'ENDED' then least(c.valid_until, c.updated_at) when 'ACTIVE' then c.valid_until end as ended_at
        from quotas.quotas q join products.contracts c on c.id = q.contract_id
      ) as r
    ) as s
  `.execute(conn)
  const [metrics] = rows
  if (!metrics) throw new Error('an aggregate gave no row')
  return metrics
}
