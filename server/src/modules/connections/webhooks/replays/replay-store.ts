import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import { type Delivery, type FinishedState, notArrived } from '../deliveries/delivery.ts'
import { toDelivery } from '../deliveries/delivery-store.ts'
import { numberedId, numberedMax } from '../deliveries/record-store.ts'
import type { DeliveryRow } from '../tables.ts'
import type { Replay } from './replay.ts'

const insertReplays = sql`
  insert into webhooks.deliveries
    (company_id, id, endpoint_id, event_id, event_type, event_at, state, available_at, replay_of, created_at)`

/** A message body is kept as long as a delivery of its time. A replay lives longer than that. */
const isKept = sql`exists (
  select from webhooks.messages m where m.company_id = d.company_id and m.event_id = d.event_id)`

/**
 * A delivery and its replays are a chain: each replay follows the one before it. Only the last link may be replayed,
 * and the statement that adds a replay also writes the replay's id to that link: so two requests make one replay, and
 * a failed replay can be followed by another. Adds nothing while the last link is unfinished, or if another request
 * was first. Returns false if the message body is no longer kept.
 */
export async function insertReplay(
  tx: Tx,
  last: Pick<Delivery, 'id'>,
  replay: { readonly companyId: string; readonly id: string; readonly now: Date },
): Promise<boolean> {
  const { companyId, id, now } = replay
  const { rows } = await sql<{ kept: boolean }>`
    with link as (
      update webhooks.deliveries d set replayed_by = ${id}
      from webhooks.endpoints e
      where d.company_id = ${companyId} and d.id = ${last.id} and d.replayed_by is null
        and d.state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED') and ${isKept}
        and e.company_id = d.company_id and e.id = d.endpoint_id and e.state <> 'DELETED'
      returning d.*, e.state as endpoint_state
    ),
    added as (
      ${insertReplays}
      select company_id, ${id}, endpoint_id, event_id, event_type, event_at,
             case when endpoint_state = 'ACTIVE' then 'PENDING' else 'HELD' end, ${now}::timestamptz, id,
             ${now}::timestamptz
      from link
    )
    select ${isKept} as kept from webhooks.deliveries d where d.company_id = ${companyId} and d.id = ${last.id}
  `.execute(tx)
  return rows[0]?.kept ?? false
}

/** Longer chains are not followed: nobody replays an event so often. */
const chainMax = 1_000

/** The last link of a delivery's chain. */
export async function findLastLink(
  conn: Conn,
  companyId: string,
  { id }: Pick<Delivery, 'id'>,
): Promise<Delivery | undefined> {
  const { rows } = await sql<DeliveryRow>`
    with recursive chain as (
      select d.id, d.replayed_by, 1 as n from webhooks.deliveries d
      where d.company_id = ${companyId} and d.id = ${id}
      union all
      select d.id, d.replayed_by, c.n + 1 from chain c
      join webhooks.deliveries d on d.company_id = ${companyId} and d.id = c.replayed_by
      where c.n < ${chainMax}
    )
    select d.* from (select id from chain order by n desc limit 1) as last
    join webhooks.deliveries d on d.company_id = ${companyId} and d.id = last.id
  `.execute(conn)
  return rows[0] && toDelivery(rows[0])
}

export type Window = Pick<
  Replay,
  'companyId' | 'endpointId' | 'since' | 'until' | 'types' | 'states'
>

/**
 * Undelivered events include those that a cancelled replay left unsent, if that replay was for undelivered events:
 * the cancelled delivery is the latest of its event. If a cancelled replay would have sent an event a second time,
 * that event is not included.
 */
const wasLeftUnsent = sql`d.state = 'CANCELLED' and exists (
  select from webhooks.replays r
  where r.company_id = d.company_id and r.id = d.replay_id and (r.missing or r.states @> ${notArrived}::text[]))`

const inStates = (states: readonly FinishedState[]) =>
  notArrived.every((state) => states.includes(state))
    ? sql`(d.state = any(${states}::text[]) or ${wasLeftUnsent})`
    : sql`d.state = any(${states}::text[])`

const inWindow = ({ companyId, endpointId, since, until, types, states }: Window) => sql`
  d.company_id = ${companyId} and d.endpoint_id = ${endpointId}
  and d.event_at >= ${since} and d.event_at < ${until}
  and d.state in ('SUCCEEDED', 'EXHAUSTED', 'CANCELLED', 'EXPIRED') and ${inStates(states)}
  and (${types ?? null}::text[] is null or d.event_type = any(${types ?? null}::text[]))
  and d.replayed_by is null and ${isKept}`

export async function countInWindow(conn: Conn, window: Window): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhooks.deliveries d where ${inWindow(window)}
  `.execute(conn)
  return rows[0]?.count ?? 0
}

export type Inserted = {
  /** A count below a second's worth means that there are no more. */
  readonly chosen: number
  readonly replayed: number
  readonly lastId: string | undefined
}

/**
 * Adds replays for as many deliveries of the window as go out in a second, oldest first, due one after the other.
 * Deliveries newer than the replay are left out, above all the ones it has made itself.
 */
export async function insertReplaysOfWindow(
  tx: Tx,
  replay: Replay,
  { idBase, now }: { readonly idBase: string; readonly now: Date },
): Promise<Inserted> {
  const { companyId, endpointId, perSecond, place, createdAt, id } = replay
  const { rows } = await sql<{ chosen: number; last_id: string | null; replayed: number }>`
    with chosen as materialized (
      select d.company_id, d.id, row_number() over (order by d.id) as number
      from webhooks.deliveries d
      where ${inWindow(replay)} and d.id > ${place?.id ?? ''} and d.created_at <= ${createdAt}
        and d.replay_id is distinct from ${id}
      order by d.id limit ${Math.min(perSecond, numberedMax)}
    ),
    link as (
      update webhooks.deliveries d
      set replayed_by = ${numberedId(sql`${idBase}::text`, sql`c.number`)}
      from chosen c
      join webhooks.endpoints e on e.company_id = ${companyId} and e.id = ${endpointId}
      where (d.company_id, d.id) = (c.company_id, c.id) and d.replayed_by is null and e.state <> 'DELETED'
      returning d.*, c.number, e.state as endpoint_state
    ),
    added as (
      insert into webhooks.deliveries
        (company_id, id, endpoint_id, event_id, event_type, event_at, state, available_at, replay_of, created_at,
         replay_id)
      select company_id, replayed_by, endpoint_id, event_id, event_type, event_at,
             case when endpoint_state = 'ACTIVE' then 'PENDING' else 'HELD' end,
             ${now}::timestamptz + (number - 1) * ${1 / perSecond}::float8 * interval '1 second', id,
             ${now}::timestamptz, ${id}
      from link returning 1
    )
    select (select count(*) from chosen) as chosen, (select max(id) from chosen) as last_id,
           (select count(*) from added) as replayed
  `.execute(tx)
  const [row] = rows
  return {
    chosen: row?.chosen ?? 0,
    replayed: row?.replayed ?? 0,
    lastId: row?.last_id ?? undefined,
  }
}
