import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { Delivery, FinishedState } from './delivery.ts'
import { toDelivery } from './delivery-store.ts'
import { numberedId, numberedMax } from './record-store.ts'
import type { DeliveryRow } from './tables.ts'

/**
 * A delivery and its replays are a chain, each replay of the one before. The last link is the one to replay: so a
 * replay that is asked for twice makes one, and a replay that failed can be followed by another.
 */
const isLast = sql`not exists (
  select from webhooks.deliveries r
  where r.company_id = d.company_id and r.endpoint_id = d.endpoint_id and r.event_id = d.event_id
    and r.replay_of = d.id)`

const replayed = sql`
  insert into webhooks.deliveries
    (company_id, id, endpoint_id, event_id, event_type, event_at, state, available_at, replay_of, created_at)`

/** Adds nothing while the last link is not finished, nor when another request was first. */
export async function insertReplay(
  tx: Tx,
  { endpointId, eventId }: Pick<Delivery, 'endpointId' | 'eventId'>,
  replay: { readonly companyId: string; readonly id: string; readonly now: Date },
): Promise<void> {
  const { companyId, id, now } = replay
  await sql`
    ${replayed}
    select d.company_id, ${id}, d.endpoint_id, d.event_id, d.event_type, d.event_at,
           case when e.state = 'ACTIVE' then 'PENDING' else 'HELD' end, ${now}::timestamptz, d.id, ${now}::timestamptz
    from webhooks.deliveries d
    join webhooks.endpoints e on (e.company_id, e.id) = (d.company_id, d.endpoint_id)
    where d.company_id = ${companyId} and d.endpoint_id = ${endpointId} and d.event_id = ${eventId}
      and d.state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED')
      and e.state <> 'DELETED' and ${isLast}
    on conflict on constraint deliveries_once do nothing
  `.execute(tx)
}

/** The last link of a delivery's chain. */
export async function findLastLink(
  conn: Conn,
  companyId: string,
  { endpointId, eventId }: Pick<Delivery, 'endpointId' | 'eventId'>,
): Promise<Delivery | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select d.* from webhooks.deliveries d
    where d.company_id = ${companyId} and d.endpoint_id = ${endpointId} and d.event_id = ${eventId} and ${isLast}
  `.execute(conn)
  return rows[0] && toDelivery(rows[0])
}

export type Window = {
  readonly companyId: string
  readonly endpointId: string
  /** Of the events. */
  readonly since: Date
  readonly until: Date
  readonly types: readonly string[] | undefined
  readonly states: readonly FinishedState[]
}

const inWindow = ({ companyId, endpointId, since, until, types, states }: Window) => sql`
  d.company_id = ${companyId} and d.endpoint_id = ${endpointId}
  and d.event_at >= ${since} and d.event_at < ${until}
  and d.state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED') and d.state = any(${states}::text[])
  and (${types ?? null}::text[] is null or d.event_type = any(${types ?? null}::text[]))
  and ${isLast}`

export async function countInWindow(conn: Conn, window: Window): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhooks.deliveries d where ${inWindow(window)}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

/** One call replays so many, oldest deliveries first: replays are younger, so the same call again goes on with the rest. */
export const windowMax = Math.min(10_000, numberedMax)

export async function insertReplaysOfWindow(
  tx: Tx,
  window: Window,
  idBase: string,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with chosen as materialized (
      select d.*, row_number() over (order by d.id) as number
      from webhooks.deliveries d where ${inWindow(window)}
      order by d.id limit ${windowMax}
    )
    ${replayed}
    select c.company_id, ${numberedId(sql`${idBase}::text`, sql`c.number`)}, c.endpoint_id, c.event_id, c.event_type,
           c.event_at, case when e.state = 'ACTIVE' then 'PENDING' else 'HELD' end, ${now}::timestamptz, c.id,
           ${now}::timestamptz
    from chosen c
    join webhooks.endpoints e on (e.company_id, e.id) = (c.company_id, c.endpoint_id)
    where e.state <> 'DELETED'
    on conflict on constraint deliveries_once do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
