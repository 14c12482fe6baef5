import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db'

/** An event for all subscriptions that match. */
export type Message = {
  readonly companyId: string
  readonly eventId: string
  readonly type: string
  readonly occurredAt: Date
  /** The bytes that are signed and sent. */
  readonly body: string
  /** The patterns of subscriptions that this event matches. */
  readonly patterns: readonly string[]
  /** The entity that the event is about, and the event's number within the company: for ordered endpoints. */
  readonly about: string
  readonly sequence: number
  /** Set if the event is for one endpoint alone, whatever that endpoint subscribes to. */
  readonly onlyEndpoint: string | undefined
}

/**
 * Adds one delivery per matching endpoint, for many events in one statement. If an event is recorded again, its
 * deliveries exist by their keys, and none is added. What happens to an endpoint itself is news for the others only. For an endpoint that is paused, disabled or has an open breaker
 * they are HELD, not lost. Deliveries of a replay are due one after the other, at its rate.
 */
export async function insertDeliveries(
  tx: Tx,
  messages: readonly Message[],
  now: Date,
  replay?: { readonly id: string; readonly perSecond: number },
): Promise<number> {
  const rows = messages.map((message) => ({
    company_id: message.companyId,
    event_id: message.eventId,
    type: message.type,
    occurred_at: message.occurredAt,
    body: message.body,
    patterns: message.patterns,
    only_endpoint: message.onlyEndpoint ?? null,
    about: message.about,
    sequence: message.sequence,
  }))
  const { numAffectedRows } = await sql`
    with message as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(
        company_id text, event_id text, type text, occurred_at timestamptz, body text,
        patterns jsonb, only_endpoint text, about text, sequence bigint)
    ),
    matching as materialized (
      select m.*, e.id as endpoint_id,
             e.ordered and m.only_endpoint is null as is_ordered,
             e.state = 'ACTIVE' and (e.breaker_open_until is null or m.only_endpoint is not null) as is_sent
      from message m
      join webhooks.endpoints e on e.company_id = m.company_id
      where e.state <> 'DELETED'
        and case when m.only_endpoint is null
                 then m.patterns ?| e.events and m.about <> 'webhook/' || e.id
                 else m.only_endpoint = e.id end
    ),
    kept as (
      insert into webhooks.messages (company_id, event_id, type, occurred_at, body)
      select company_id, event_id, type, occurred_at, body from message
      where (company_id, event_id) in (select company_id, event_id from matching)
      on conflict (company_id, event_id) do nothing
    )
    insert into webhooks.deliveries
      (company_id, id, endpoint_id, event_id, event_type, event_at, state, available_at, created_at,
       fifo_key, event_sequence, replay_id)
    select company_id, ${deliveryId(sql`event_id`, sql`endpoint_id`)}, endpoint_id, event_id, type, occurred_at,
           case when is_sent then 'PENDING' else 'HELD' end,
           ${now}::timestamptz + (row_number() over () - 1) * ${replay ? 1 / replay.perSecond : 0}::float8 * interval '1 second',
           ${now}::timestamptz,
           case when is_ordered then about end, case when is_ordered then sequence end, ${replay?.id ?? null}
    from matching
    on conflict (company_id, id) do nothing
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Returns the events that have a delivery to an endpoint. Uses `deliveries_by_event_time`. */
export async function recordedOf(
  tx: Tx,
  companyId: string,
  endpointId: string,
  events: readonly { readonly id: string; readonly occurredAt: Date }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ event_id: string }>`
    select d.event_id
    from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ occurredAt }) => occurredAt)}::timestamptz[])
      as e(id, occurred_at)
    join webhooks.deliveries d on d.company_id = ${companyId} and d.endpoint_id = ${endpointId}
      and d.event_at = e.occurred_at and d.event_id = e.id
  `.execute(tx)
  return new Set(rows.map((row) => row.event_id))
}

/** The time of the event and 64 bits of a digest: the same event and endpoint always have the same delivery. */
export function deliveryId(eventId: RawBuilder<unknown>, endpointId: RawBuilder<unknown>) {
  const digest = sql`sha256(convert_to(${eventId} || ' ' || ${endpointId}, 'UTF8'))`
  return sql<string>`'dlv_' || substr(${eventId}, 5, 10) || left(encode(${digest}, 'hex'), 16)`
}

/**
 * A statement does not know in advance how many rows it makes. So the rows share the first part of an id, with 65
 * random bits, and differ by a number in the last three characters.
 */
export function numberedId(
  base: RawBuilder<unknown>,
  number: RawBuilder<unknown>,
): RawBuilder<string> {
  const digit = (place: number) =>
    sql`substr('0123456789abcdefghjkmnpqrstvwxyz', ((${number}) / ${sql.lit(32 ** place)} % 32)::int + 1, 1)`
  return sql<string>`left(${base}, -3) || ${digit(2)} || ${digit(1)} || ${digit(0)}`
}

/** The highest number that three characters of an id can hold. */
export const numberedMax = 32 ** 3 - 1
