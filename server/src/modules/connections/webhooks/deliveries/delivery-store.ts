import { firstIdAt, timeOfId } from '#kernel/id'
import { type Conn, sql } from '#platform/db'
import { type AttemptRow, type DeliveryRow, tables } from '../tables.ts'
import type { Attempt, Delivery, DeliveryState, ErrorClass } from './delivery.ts'

export async function findDelivery(
  conn: Conn,
  companyId: string,
  id: string,
): Promise<Delivery | undefined> {
  const row = await tables(conn)
    .selectFrom('webhooks.deliveries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toDelivery(row)
}

export type DeliveryFilter = {
  readonly state?: DeliveryState
  readonly type?: string
  readonly eventId?: string
  /** The smallest id of a given time: ids sort by time. */
  readonly fromId?: string
}

/** Newest first. Uses the index `deliveries_by_endpoint`. */
export async function listDeliveries(
  conn: Conn,
  companyId: string,
  endpointId: string,
  { state, type, eventId, fromId }: DeliveryFilter,
  page: { readonly before?: string; readonly limit: number },
): Promise<Delivery[]> {
  const { before } = page
  const rows = await tables(conn)
    .selectFrom('webhooks.deliveries')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(type !== undefined, (query) => query.where('event_type', '=', type ?? ''))
    .$if(eventId !== undefined, (query) =>
      // An event id contains the event's time, so `deliveries_by_event_time` finds the row.
      query.where('event_id', '=', eventId ?? '').where('event_at', '=', timeOfId(eventId ?? '')),
    )
    .$if(fromId !== undefined, (query) => query.where('id', '>=', fromId ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toDelivery)
}

/** A delivery of an event. `isOver`: its subscription has been deleted since. */
export type DeliveryOfEvent = { readonly delivery: Delivery; readonly isOver: boolean }

/** More subscriptions than a company may have. Deleted ones sort last, so that the limit cuts only those. */
const ofEventMax = 60

/**
 * Returns one delivery for each subscription: the first one, or its latest replay. Uses `deliveries_by_event_time`: a
 * delivery has the time of its event, which the event's id contains.
 */
export async function listDeliveriesOfEvent(
  conn: Conn,
  companyId: string,
  { id, endpointId }: { readonly id: string; readonly endpointId?: string | undefined },
  link: 'first' | 'last',
): Promise<DeliveryOfEvent[]> {
  const at = timeOfId(id)
  const { rows } = await sql<DeliveryRow & { is_over: boolean }>`
    select d.*, e.state = 'DELETED' as is_over
    from webhooks.endpoints e
    cross join lateral (
      select * from webhooks.deliveries d
      where d.company_id = e.company_id and d.endpoint_id = e.id and d.event_at = ${at}
        and d.event_id = ${id} and d.id >= ${firstIdAt('dlv', at)}
      order by d.id ${link === 'first' ? sql`asc` : sql`desc`} limit 1
    ) d
    where e.company_id = ${companyId} ${endpointId === undefined ? sql`` : sql`and e.id = ${endpointId}`}
    order by is_over, d.id
    limit ${ofEventMax}
  `.execute(conn)
  return rows.map((row) => ({ delivery: toDelivery(row), isOver: row.is_over }))
}

/** The facts that decide whether deliveries to an endpoint are held. */
export type HoldFacts = {
  readonly id: string
  readonly state: string
  readonly isClosing: boolean
  readonly isLeftAlone: boolean
}

export async function listHoldFacts(
  conn: Conn,
  companyId: string,
  endpointIds: readonly string[],
): Promise<HoldFacts[]> {
  const rows = await tables(conn)
    .selectFrom('webhooks.endpoints')
    .select(['id', 'state', 'paused_by_closing', 'breaker_open_until'])
    .where('company_id', '=', companyId)
    .where('id', 'in', endpointIds)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    isClosing: row.paused_by_closing,
    isLeftAlone: row.breaker_open_until !== null,
  }))
}

/**
 * A delivery makes at most ten attempts a round. It has more than this only after many releases; then the latest are
 * shown.
 */
const attemptsShownMax = 100

/** Latest first. */
export async function listAttempts(
  conn: Conn,
  companyId: string,
  deliveryId: string,
): Promise<Attempt[]> {
  const rows = await tables(conn)
    .selectFrom('webhooks.attempts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('n', 'desc')
    .limit(attemptsShownMax)
    .execute()
  return rows.map(toAttempt)
}

/** Returns the message body of an event, the same for every subscription. */
export async function findMessageBody(
  conn: Conn,
  companyId: string,
  eventId: string,
): Promise<string | undefined> {
  const row = await tables(conn)
    .selectFrom('webhooks.messages')
    .select('body')
    .where('company_id', '=', companyId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row?.body
}

/** Counts the deliveries that wait until the endpoint is enabled or resumed. */
export async function countHeld(
  conn: Conn,
  companyId: string,
  endpointId: string,
): Promise<number> {
  const { held } = await tables(conn)
    .selectFrom('webhooks.deliveries')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('company_id', '=', companyId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit('HELD'))
    .executeTakeFirstOrThrow()
  return held
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    availableAt: row.available_at,
    lastStatus: row.last_status ?? undefined,
    lastError: row.last_error ?? undefined,
    replayOf: row.replay_of ?? undefined,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
  }
}

function toAttempt(row: AttemptRow): Attempt {
  return {
    n: row.n,
    trigger: row.trigger as Attempt['trigger'],
    startedAt: row.started_at,
    ms: row.ms,
    statusCode: row.status_code ?? undefined,
    errorClass: (row.error_class ?? undefined) as ErrorClass | undefined,
    requestHeaders: row.request_headers as Record<string, string>,
    responseBody: row.response_body ?? undefined,
  }
}
