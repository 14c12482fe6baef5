import { sql } from 'kysely'
import type { Conn } from '#platform/db'

type About = {
  readonly companyId: string
  readonly type: string
  readonly entityId: string
  /** When it occurred, to the minute. */
  readonly at: Date
}

/** An event of the log, and whether a subscription has recorded it. */
export type FoundAbout = {
  readonly id: string
  readonly occurredAt: Date
  readonly isRecorded: boolean
}

/** The events of one type about one record. An event that the subscription has set aside does not count as recorded. */
export async function findEventsAbout(
  conn: Conn,
  subscription: string,
  { companyId, type, entityId, at }: About,
): Promise<FoundAbout[]> {
  const { rows } = await sql<{ id: string; occurred_at: Date; recorded: boolean }>`
    select e.id, e.occurred_at, coalesce(e.position <= s.position, false) and not exists (
        select from platform.set_aside_events a
        where a.event_id = e.id and a.subscription = ${subscription} and a.company_id = e.company_id
      ) as recorded
    from platform.events e
    left join platform.subscriptions s on s.name = ${subscription}
    where e.company_id = ${companyId} and e.type = ${type} and e.entity_id = ${entityId}
      and e.occurred_at between ${at}::timestamptz - interval '1 minute' and ${at}::timestamptz + interval '1 minute'
  `.execute(conn)
  return rows.map((row) => ({
    id: row.id,
    occurredAt: row.occurred_at,
    isRecorded: row.recorded,
  }))
}
