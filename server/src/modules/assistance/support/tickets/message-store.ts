import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { type MessageRow, tables } from '../tables.ts'
import type { AuthorKind, Link, LinkType, Message, Ticket } from './ticket.ts'

/** False if a mail with this digest is a message of the ticket already. */
export async function insertMessage(
  tx: Tx,
  message: Message,
  mailDigest: string | undefined,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('support.messages')
    .values({
      company_id: message.companyId,
      ticket_id: message.ticketId,
      id: message.id,
      author_kind: message.author.kind,
      author_id: message.author.id,
      internal: message.internal,
      text: message.text,
      via: message.via,
      mail_digest: mailDigest ?? null,
      shortened: message.isShortened,
      created_at: message.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function countMessages(tx: Tx, { companyId, id }: Ticket): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from support.messages where company_id = ${companyId} and ticket_id = ${id}
  `.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** The messages of a company since an instant, counted up to a limit. */
export async function countMessagesSince(
  tx: Tx,
  companyId: string,
  since: Date,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from support.messages where company_id = ${companyId} and created_at > ${since} limit ${max}
    ) counted
  `.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** Newest first. Customers get no internal notes. */
export async function listMessages(
  conn: Conn,
  { companyId, id }: Ticket,
  page: {
    readonly withNotes: boolean
    readonly before: string | undefined
    readonly limit: number
  },
): Promise<Message[]> {
  const { rows } = await sql<MessageRow>`
    select * from support.messages
    where company_id = ${companyId} and ticket_id = ${id} and (${page.withNotes}::boolean or not internal)
      ${page.before === undefined ? sql`` : sql`and id < ${page.before}`}
    order by id desc
    limit ${page.limit}
  `.execute(conn)
  return rows.map(toMessage)
}

export async function insertLinks(
  tx: Tx,
  { companyId, id }: Ticket,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return
  await tables(tx)
    .insertInto('support.links')
    .values(
      links.map((link, position) => ({
        company_id: companyId,
        ticket_id: id,
        type: link.type,
        target_id: link.id,
        order_id: link.orderId ?? null,
        position,
      })),
    )
    .execute()
}

/** The links of tickets, by the id of the ticket. */
export async function listLinks(
  conn: Conn,
  tickets: readonly Ticket[],
): Promise<ReadonlyMap<string, Link[]>> {
  if (tickets.length === 0) return new Map()
  const rows = await tables(conn)
    .selectFrom('support.links')
    .selectAll()
    .where('company_id', 'in', [...new Set(tickets.map(({ companyId }) => companyId))])
    .where(
      'ticket_id',
      'in',
      tickets.map(({ id }) => id),
    )
    .orderBy('ticket_id')
    .orderBy('position')
    .execute()
  const found = Map.groupBy(rows, (row) => row.ticket_id)
  return new Map(
    [...found].map(([ticketId, ofTicket]) => [
      ticketId,
      ofTicket.map((row) => ({
        type: row.type as LinkType,
        id: row.target_id,
        orderId: row.order_id ?? undefined,
      })),
    ]),
  )
}

function toMessage(row: MessageRow): Message {
  return {
    companyId: row.company_id as Id<'co'>,
    ticketId: row.ticket_id,
    id: row.id as Id<'msg'>,
    author: { kind: row.author_kind as AuthorKind, id: row.author_id },
    internal: row.internal,
    text: row.text,
    via: row.via as Message['via'],
    isShortened: row.shortened,
    createdAt: row.created_at,
  }
}
