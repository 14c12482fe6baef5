import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { DeliveryRow } from '../tables.ts'
import type { Dispatch } from './delivery.ts'

/** A delivery of an ordered endpoint, and its place among the deliveries about the same entity. */
export type InLine = Pick<Dispatch, 'companyId' | 'endpointId' | 'id'> & {
  readonly line: NonNullable<Dispatch['line']>
}

export type Ahead = {
  readonly id: string
  /** When the first delivery of the line is due. Undefined while it is being sent or held. */
  readonly firstIsDueAt: Date | undefined
}

/** Returns the deliveries that are not the first of their line. Uses `deliveries_in_line`. */
export async function findWaiting(conn: Conn, deliveries: readonly InLine[]): Promise<Ahead[]> {
  const { rows } = await sql<{ id: string; state: string; available_at: Date }>`
    select c.id, first.state, first.available_at
    from jsonb_to_recordset(${JSON.stringify(deliveries.map(toPlace))}::jsonb)
      as c(company_id text, id text, endpoint_id text, fifo_key text, event_sequence bigint)
    cross join lateral (${firstInLine}) as first
    where first.event_sequence < c.event_sequence
  `.execute(conn)
  return rows.map(({ id, state, available_at }) => ({
    id,
    firstIsDueAt: state === 'PENDING' || state === 'RETRYING' ? available_at : undefined,
  }))
}

/**
 * `taken`: the first deliveries of their lines that a worker has, to send them or to check whether it is their turn.
 */
export type Freed = { readonly freed: number; readonly taken: number }

/**
 * Makes the first delivery of each line due, unless it waits because a receiver failed it. A delivery whose worker
 * died is RETRYING too, but no receiver failed it. Call this after each change that may have made a delivery the
 * first.
 */
export async function freeFirst(tx: Tx, deliveries: readonly InLine[], now: Date): Promise<Freed> {
  const { rows } = await sql<Freed>`
    with lines as materialized (
      select distinct company_id, endpoint_id, fifo_key
      from jsonb_to_recordset(${JSON.stringify(deliveries.map(toPlace))}::jsonb)
        as c(company_id text, endpoint_id text, fifo_key text)
    ),
    firsts as materialized (
      select first.* from lines c cross join lateral (${firstInLine}) as first
    ),
    freed as (
      update webhooks.deliveries d set available_at = ${now}
      from firsts f
      where (d.company_id, d.id) = (f.company_id, f.id) and f.available_at > ${now}
        and (d.state = 'PENDING' or d.state = 'RETRYING' and d.last_error is null)
      returning 1
    )
    select (select count(*) from freed) as freed,
           (select count(*) from firsts where state = 'LEASED') as taken
  `.execute(tx)
  return rows[0] ?? { freed: 0, taken: 0 }
}

const firstInLine = sql`
  select d.company_id, d.id, d.event_sequence, d.state, d.available_at, d.last_error from webhooks.deliveries d
  where d.company_id = c.company_id and d.endpoint_id = c.endpoint_id and d.fifo_key = c.fifo_key
    and d.fifo_key is not null and d.state in ('PENDING', 'RETRYING', 'LEASED', 'HELD')
  order by d.event_sequence limit 1`

/** True for a delivery `d` that is in no line, or that no other is ahead of. */
export const isFirstInLine = sql`(d.fifo_key is null or not exists (
  select from webhooks.deliveries a
  where a.company_id = d.company_id and a.endpoint_id = d.endpoint_id and a.fifo_key = d.fifo_key
    and a.fifo_key is not null and a.state in ('PENDING', 'RETRYING', 'LEASED', 'HELD')
    and a.event_sequence < d.event_sequence))`

/** Reads the place in line from a row that a sweep returns. Undefined if its endpoint is not ordered. */
export function placeOf(row: Readonly<Record<string, unknown>>): InLine | undefined {
  const { company_id, endpoint_id, id, fifo_key, event_sequence } = row as DeliveryRow
  if (fifo_key === null) return undefined
  const line = { key: fifo_key, sequence: Number(event_sequence) }
  return { companyId: company_id, endpointId: endpoint_id, id, line }
}

function toPlace({ companyId, endpointId, id, line }: InLine) {
  return {
    company_id: companyId,
    id,
    endpoint_id: endpointId,
    fifo_key: line.key,
    event_sequence: line.sequence,
  }
}
