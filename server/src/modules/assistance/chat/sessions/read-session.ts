import { may } from '#kernel/actor'
import type { Conn } from '#platform/db'
import type { ChatActor } from '../deps.ts'
import { fail } from '../failures.ts'
import type { Session } from './session.ts'
import { findSession } from './session-store.ts'

/** The session of the person, or of a colleague whose company the person administers. Throws `chat.session_not_found`. */
export async function requireReadable(
  conn: Conn,
  actor: ChatActor,
  sessionId: string,
): Promise<Session> {
  const session = await findSession(conn, actor.companyId, sessionId)
  const isReadable = session?.ownerId === actor.id || may(actor, 'administer_company')
  if (!session || !isReadable) throw fail('session_not_found', { sessionId })
  return session
}

/** A session of the company. For callers whose right to read this one was checked before. */
export async function requireOfCompany(
  conn: Conn,
  { companyId }: ChatActor,
  sessionId: string,
): Promise<Session> {
  const session = await findSession(conn, companyId, sessionId)
  if (!session) throw fail('session_not_found', { sessionId })
  return session
}

/** Administrators read the sessions of colleagues, and change none. */
export async function requireOwn(
  conn: Conn,
  actor: ChatActor,
  sessionId: string,
): Promise<Session> {
  const session = await requireReadable(conn, actor, sessionId)
  if (session.ownerId !== actor.id) throw fail('session_of_colleague', { sessionId })
  return session
}
