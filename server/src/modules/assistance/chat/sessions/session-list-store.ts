import { type Conn, sql } from '#platform/db'
import type { SessionRow } from '../tables.ts'
import type { Session, SessionState } from './session.ts'
import { toSession } from './session-store.ts'

export type SessionFilters = {
  /** Undefined: of the whole company. */
  readonly ownerId: string | undefined
  readonly state: SessionState | undefined
  readonly createdAfter: Date | undefined
  readonly createdBefore: Date | undefined
}

/** Newest first. `before` is the id where the previous page ended: ids sort by time. */
export async function listSessions(
  conn: Conn,
  companyId: string,
  { ownerId, state, createdAfter, createdBefore }: SessionFilters,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<Session[]> {
  const { rows } = await sql<SessionRow>`
    select * from chat.sessions
    where company_id = ${companyId}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${createdAfter === undefined ? sql`` : sql`and created_at >= ${createdAfter}`}
      ${createdBefore === undefined ? sql`` : sql`and created_at < ${createdBefore}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}
  `.execute(conn)
  return rows.map(toSession)
}
