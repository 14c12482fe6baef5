import { type Conn, sql, type Tx } from '#platform/db'
import { tables } from './tables.ts'
import type { Message, Ticket } from './tickets/ticket.ts'

/** Beside the messages, because lists of messages do not read it. */
export async function insertMailText(
  tx: Tx,
  { companyId, ticketId, id }: Message,
  text: string,
): Promise<void> {
  await tables(tx)
    .insertInto('support.mail_texts')
    .values({ company_id: companyId, ticket_id: ticketId, message_id: id, text })
    .execute()
}

export async function findMailText(
  conn: Conn,
  { companyId, id }: Ticket,
  messageId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select text from support.mail_texts
    where company_id = ${companyId} and ticket_id = ${id} and message_id = ${messageId}
  `.execute(conn)
  return rows[0]?.text
}
