import { sql } from 'kysely'
import type { Conn } from '#platform/db'
import type { Subscription } from './subscription.ts'

export type Lag = {
  readonly subscription: string
  /** Events that it has not recorded, including those without a number. Counted up to 10,000. */
  readonly behind: number
  /** The age of the oldest of them in seconds. */
  readonly oldestAgeSeconds: number
  readonly lastError: string | undefined
}

const countMax = 10_000

export async function lagOf(conn: Conn, subscription: Subscription, now: Date): Promise<Lag> {
  const { types, name } = subscription
  const { rows } = await sql<{ behind: number; oldest: Date | null; last_error: string | null }>`
    /* across companies: how far a subscription is behind in the whole log */
    with place as (
      select coalesce(max(position), 0) as position, max(last_error) as last_error
      from platform.subscriptions where name = ${name}
    ),
    open as (
      -- As a value and not as a join: else the log would be read from its beginning to find its end.
      (select e.occurred_at from platform.events e
        where e.position > (select position from place) and e.type = any(${types})
        order by e.position limit ${sql.lit(countMax)})
      union all
      (select e.occurred_at from platform.events e
        where e.position is null and e.type = any(${types}) limit ${sql.lit(countMax)})
    )
    select (select count(*) from open) as behind, (select min(occurred_at) from open) as oldest,
           place.last_error
    from place
  `.execute(conn)
  const oldest = rows[0]?.oldest
  return {
    subscription: name,
    behind: Math.min(rows[0]?.behind ?? 0, countMax),
    oldestAgeSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0,
    lastError: rows[0]?.last_error ?? undefined,
  }
}
