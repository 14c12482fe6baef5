import { sql } from 'kysely'
import type { Conn } from '#platform/db'

/** The due deliveries of one endpoint, and how many per second it accepts. */
export type Demand = {
  readonly companyId: string
  readonly endpointId: string
  readonly count: number
  readonly maxPerSecond: number
}

/** A number of time slots: the first one, and the distance between them. */
export type Places = { readonly granted: number; readonly firstAt: Date; readonly everyMs: number }

/** Slots are granted this far ahead: a process that dies wastes no more than this. */
export const horizonMs = 1_000

/**
 * Grants each endpoint's deliveries slots that are a fixed distance apart. The same statement moves the row of the
 * endpoint, so that no two processes get the same slot. An unused slot is not made up for: after a quiet minute there
 * is no burst.
 */
export async function takePlaces(
  conn: Conn,
  demands: readonly Demand[],
  now: Date,
): Promise<ReadonlyMap<string, Places>> {
  const rows = demands.map(({ companyId, endpointId, count, maxPerSecond }) => ({
    company_id: companyId,
    endpoint_id: endpointId,
    count,
    every_ms: 1_000 / maxPerSecond,
  }))
  const { rows: granted } = await sql<{
    endpoint_id: string
    granted: number
    first_at: Date
    every_ms: number
  }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w(company_id text, endpoint_id text, count int, every_ms float8)
    ),
    locked as materialized (
      select w.*, greatest(h.throttle_at, ${now}::timestamptz) as first_at
      from webhooks.endpoint_health h
      join wanted w on (w.company_id, w.endpoint_id) = (h.company_id, h.endpoint_id)
      order by h.company_id, h.endpoint_id
      for update of h
    ),
    given as (
      select *, least(count, greatest(0, floor(
        (${sql.lit(horizonMs)} - extract(epoch from first_at - ${now}::timestamptz) * 1000) / every_ms)))::int as granted
      from locked
    ),
    moved as (
      update webhooks.endpoint_health h
      set throttle_at = g.first_at + g.granted * g.every_ms * interval '1 millisecond'
      from given g
      where (h.company_id, h.endpoint_id) = (g.company_id, g.endpoint_id) and g.granted > 0
    )
    select endpoint_id, granted, first_at, every_ms from given
  `.execute(conn)
  return new Map(
    granted.map((row) => [
      row.endpoint_id,
      { granted: row.granted, firstAt: row.first_at, everyMs: row.every_ms },
    ]),
  )
}
