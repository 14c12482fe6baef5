import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { MessageRow } from '../tables.ts'
import type { ChatMessage, SessionKey } from './session.ts'

export async function insertMessage(
  tx: Tx,
  { companyId, id: sessionId }: SessionKey,
  { id, position, role, text, createdAt }: ChatMessage,
): Promise<void> {
  await sql`
    insert into chat.messages (company_id, session_id, position, id, role, text, created_at)
    values (${companyId}, ${sessionId}, ${position}, ${id}, ${role}, ${text}, ${createdAt})
  `.execute(tx)
}

/** The messages after a position, oldest first. */
export async function listMessages(
  conn: Conn,
  { companyId, id }: SessionKey,
  { after = 0, limit }: { readonly after?: number | undefined; readonly limit: number },
): Promise<ChatMessage[]> {
  const { rows } = await sql<MessageRow>`
    select * from chat.messages
    where company_id = ${companyId} and session_id = ${id} and position > ${after}
    order by position limit ${limit}
  `.execute(conn)
  return rows.map(toMessage)
}

export async function findLastOfBuyer(
  conn: Conn,
  { companyId, id }: SessionKey,
): Promise<ChatMessage | undefined> {
  const { rows } = await sql<MessageRow>`
    select * from chat.messages
    where company_id = ${companyId} and session_id = ${id} and role = 'buyer'
    order by position desc limit 1
  `.execute(conn)
  return rows[0] && toMessage(rows[0])
}

export async function findMessage(
  conn: Conn,
  { companyId, id: sessionId }: SessionKey,
  messageId: string,
): Promise<ChatMessage | undefined> {
  const { rows } = await sql<MessageRow>`
    select * from chat.messages
    where company_id = ${companyId} and session_id = ${sessionId} and id = ${messageId}
  `.execute(conn)
  return rows[0] && toMessage(rows[0])
}

function toMessage(row: MessageRow): ChatMessage {
  return {
    id: row.id as Id<'msg'>,
    position: row.position,
    role: row.role as ChatMessage['role'],
    text: row.text,
    createdAt: row.created_at,
  }
}
