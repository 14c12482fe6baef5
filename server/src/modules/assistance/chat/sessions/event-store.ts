import { type Conn, sql } from '#platform/db'
import type { StoredEvent, StreamKey } from '#platform/streams'

/** The next events after a given one, by the primary key. */
export async function listEventsAfter(
  conn: Conn,
  { companyId, id }: StreamKey,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event, kind, 0 as products, data::text as data from chat.events
    where company_id = ${companyId} and session_id = ${id} and event > ${after}
    order by event limit ${limit}
  `.execute(conn)
  return rows
}

/** The number of the last event of each session. A missing session was deleted. */
export async function listLastEvents(
  conn: Conn,
  sessions: readonly StreamKey[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; last_event: number }>`
    select s.id, s.last_event from chat.sessions s
    join unnest(${sessions.map(({ companyId }) => companyId)}::text[], ${sessions.map(({ id }) => id)}::text[])
      as followed (company_id, id) on (s.company_id, s.id) = (followed.company_id, followed.id)
  `.execute(conn)
  return new Map(rows.map(({ id, last_event: lastEvent }) => [id, lastEvent]))
}

/** The event that announced a message. */
export async function findEventOfMessage(
  conn: Conn,
  { companyId, id }: StreamKey,
  messageId: string,
): Promise<number> {
  const { rows } = await sql<{ event: number }>`
    select event from chat.events
    where company_id = ${companyId} and session_id = ${id} and kind = 'message' and data ->> 'id' = ${messageId}
  `.execute(conn)
  return rows[0]?.event ?? 1
}
