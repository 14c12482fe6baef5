import { sql } from 'kysely'
import { after, hoursMs, minutesMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { countedInDayMax, countedMax } from '#platform/health'
import { stuckAfterMinutes } from '../attempt.ts'

/** What the health surfaces show about checkouts. Ages are in seconds. */
export type CheckoutLifecycle = {
  readonly reserved: number
  readonly reservedStuck: number
  readonly oldestReservedSeconds: number
  readonly reconciling: number
  readonly reconcilingStuck: number
  /** The stuck attempts whose last run failed. */
  readonly reconcilingFailing: number
  readonly oldestFailingSeconds: number
  readonly oldestReconcilingSeconds: number
  readonly completedLast24h: number
  readonly failedLast24h: number
  readonly expiredLast24h: number
}

/** Two small index reads: the attempts under way (`attempts_due`) and those that ended today (`attempts_by_end`). */
export async function measureCheckouts(conn: Conn, now: Date): Promise<CheckoutLifecycle> {
  const stuckSince = (minutes: number) => after(now, -minutesMs(minutes))
  const dayAgo = after(now, -hoursMs(24))
  const { rows } = await sql<CheckoutLifecycle>`
    /* across companies: operators see the whole platform */
    with alive as materialized (
      select state, coalesce(payment_initiated_at, created_at) as since, last_error from checkout.attempts
      where state in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING') limit ${countedMax}
    ), ended as materialized (
      select state from checkout.attempts where ended_at > ${dayAgo}
      order by ended_at desc limit ${countedInDayMax}
    )
    select
      count(*) filter (where state = 'RESERVED') as "reserved",
      count(*) filter (where state = 'RESERVED'
        and since < ${stuckSince(stuckAfterMinutes.RESERVED)}) as "reservedStuck",
      coalesce(extract(epoch from ${now}::timestamptz
        - min(since) filter (where state = 'RESERVED')), 0)::float8 as "oldestReservedSeconds",
      count(*) filter (where state <> 'RESERVED') as "reconciling",
      count(*) filter (where state <> 'RESERVED'
        and since < ${stuckSince(stuckAfterMinutes.PAYMENT_INITIATED_CART_RECONCILING)})
        as "reconcilingStuck",
      count(*) filter (where state <> 'RESERVED' and last_error is not null
        and since < ${stuckSince(stuckAfterMinutes.PAYMENT_INITIATED_CART_RECONCILING)})
        as "reconcilingFailing",
      coalesce(extract(epoch from ${now}::timestamptz
        - min(since) filter (where state <> 'RESERVED' and last_error is not null)), 0)::float8
        as "oldestFailingSeconds",
      coalesce(extract(epoch from ${now}::timestamptz
        - min(since) filter (where state <> 'RESERVED')), 0)::float8 as "oldestReconcilingSeconds",
      (select count(*) from ended where state = 'COMPLETED') as "completedLast24h",
      (select count(*) from ended where state = 'FAILED') as "failedLast24h",
      (select count(*) from ended where state = 'EXPIRED') as "expiredLast24h"
    from alive
  `.execute(conn)
  const [lifecycle] = rows
  if (!lifecycle) throw new Error('an aggregate gave no row')
  return lifecycle
}
