import { type Conn, sql } from '#platform/db'
import type { Attempt, Delivery, DeliveryState, ErrorClass } from './delivery.ts'
import { type AttemptRow, type DeliveryRow, tables } from './tables.ts'

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
  /** The smallest id of an instant: ids sort by time. */
  readonly fromId?: string
}

/** Newest first, answered by `deliveries_by_endpoint`. */
export async function listDeliveries(
  conn: Conn,
  companyId: string,
  endpointId: string,
  { state, type, fromId }: DeliveryFilter,
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
    .$if(fromId !== undefined, (query) => query.where('id', '>=', fromId ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toDelivery)
}

/** A delivery makes at most ten attempts a round: more than this only after many releases, and then the latest. */
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

/** What was made of an event, for whoever subscribed to it. */
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

/** What waits until the endpoint is enabled or resumed. */
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
