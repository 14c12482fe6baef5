import { sql } from 'kysely'
import { after, daysMs, hoursMs } from '#kernel/time'
import type { Conn } from '#platform/db'
import { countedMax } from '#platform/health'
import type { FulfilmentDeps } from './fulfilment-deps.ts'

/** What the health surfaces show about placed orders. Ages are in seconds. */
export type Fulfilments = {
  readonly unconfirmed: number
  readonly unconfirmedStuck: number
  readonly oldestUnconfirmedSeconds: number
  /** Confirmed orders of which something has not left for too long. */
  readonly unshippedStuck: number
  readonly oldestUnshippedSeconds: number
  readonly creditsWaiting: number
  readonly creditsFailing: number
  readonly oldestCreditSeconds: number
  /** Credits that the provider refuses and that wait for an operator. */
  readonly creditsRefused: number
  readonly oldestRefusedSeconds: number
}

/** Four small index reads: `orders_unconfirmed`, `orders_unshipped`, `credits_due` and `credits_refused`. */
export async function measureFulfilments(
  conn: Conn,
  {
    now: clock,
    unconfirmedHours,
    unshippedDays,
  }: Pick<FulfilmentDeps, 'now' | 'unconfirmedHours' | 'unshippedDays'>,
): Promise<Fulfilments> {
  const now = clock()
  const { rows } = await sql<Fulfilments>`
    /* across companies: operators see the whole platform */
    with placed as materialized (
      select placed_at from orders.orders where state = 'PLACED' and held_at is null
      order by placed_at limit ${countedMax}
    ), unshipped as materialized (
      select placed_at from orders.orders where state in ('CONFIRMED', 'PARTIALLY_SHIPPED') and held_at is null
        and placed_at < ${after(now, -daysMs(unshippedDays))}
      order by placed_at limit ${countedMax}
    ), waiting as materialized (
      select created_at, last_error from orders.credits where state = 'WAITING' limit ${countedMax}
    ), refused as materialized (
      select created_at from orders.credits where state = 'REFUSED' limit ${countedMax}
    )
    select
      (select count(*) from placed) as "unconfirmed",
      (select count(*) from placed where placed_at < ${after(now, -hoursMs(unconfirmedHours))})
        as "unconfirmedStuck",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(placed_at)), 0)::float8 from placed)
        as "oldestUnconfirmedSeconds",
      (select count(*) from unshipped) as "unshippedStuck",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(placed_at)), 0)::float8 from unshipped)
        as "oldestUnshippedSeconds",
      (select count(*) from waiting) as "creditsWaiting",
      (select count(*) from waiting where last_error is not null) as "creditsFailing",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 from waiting)
        as "oldestCreditSeconds",
      (select count(*) from refused) as "creditsRefused",
      (select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 from refused)
        as "oldestRefusedSeconds"
  `.execute(conn)
  const [measured] = rows
  if (!measured) throw new Error('an aggregate gave no row')
  return measured
}
