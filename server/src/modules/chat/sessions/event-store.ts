import { type Conn, sql } from '#platform/db'
import { createEventTable } from '#platform/streams'
import type { SessionKey } from './session.ts'

/** The events of sessions. */
export const sessionEvents = createEventTable({
  events: 'chat.events',
  records: 'chat.sessions',
  recordId: 'session_id',
})

/** The event that announced a message. */
export async function findEventOfMessage(
  conn: Conn,
  { companyId, id }: SessionKey,
  messageId: string,
): Promise<number> {
  const { rows } = await sql<{ event: number }>`
    select event from chat.events
    where company_id = ${companyId} and session_id = ${id} and kind = 'message' and data ->> 'id' = ${messageId}
  `.execute(conn)
  return rows[0]?.event ?? 1
}
