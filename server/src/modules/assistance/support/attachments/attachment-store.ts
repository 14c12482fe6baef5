import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { type AttachmentRow, tables } from '../tables.ts'
import type { Attachment, Message, Scope, Ticket } from '../tickets/ticket.ts'

export async function insertAttachment(
  conn: Conn,
  attachment: Attachment,
  sha256: string,
): Promise<void> {
  await tables(conn)
    .insertInto('support.attachments')
    .values({
      company_id: attachment.companyId,
      id: attachment.id,
      ticket_id: attachment.ticketId ?? null,
      message_id: attachment.messageId ?? null,
      name: attachment.name,
      media_type: attachment.mediaType,
      bytes: attachment.bytes,
      sha256,
      uploaded_by: attachment.uploadedBy,
      created_at: attachment.createdAt,
    })
    .execute()
}

/** Gives unused files of this person to a message. Returns the ids of those that it found. */
export async function attachTo(
  tx: Tx,
  { companyId, ticketId, id }: Message,
  by: { readonly companyId: string; readonly personId: string; readonly since: Date },
  attachmentIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update support.attachments set company_id = ${companyId}, ticket_id = ${ticketId}, message_id = ${id}
    where company_id = ${by.companyId} and uploaded_by = ${by.personId} and message_id is null
      and created_at > ${by.since} and id = any(${[...attachmentIds]}::text[])
    returning id
  `.execute(tx)
  return rows.map((row) => row.id)
}

/** The files of messages, by the id of the message. */
export async function listAttachments(
  conn: Conn,
  { companyId, id }: Ticket,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, Attachment[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await tables(conn)
    .selectFrom('support.attachments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('ticket_id', '=', id)
    .where('message_id', 'in', [...messageIds])
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(toAttachment), ({ messageId = '' }) => messageId)
}

/** A file, and whether it belongs to an internal note. */
export async function findAttachment(
  conn: Conn,
  scope: Scope,
  attachmentId: string,
): Promise<{ readonly attachment: Attachment; readonly internal: boolean } | undefined> {
  const companyId = scope.companyId ?? null
  const requesterId = scope.requesterId ?? null
  const { rows } = await sql<AttachmentRow & { internal: boolean | null }>`
    select a.*, m.internal from support.attachments a
    left join support.messages m
      on m.company_id = a.company_id and m.ticket_id = a.ticket_id and m.id = a.message_id
    where a.id = ${attachmentId} and (${companyId}::text is null or a.company_id = ${companyId})
      and (${requesterId}::text is null or a.uploaded_by = ${requesterId} or exists (
        select from support.tickets t
        where t.company_id = a.company_id and t.id = a.ticket_id and t.requester_id = ${requesterId}))
  `.execute(conn)
  const [row] = rows
  return row && { attachment: toAttachment(row), internal: row.internal ?? false }
}

/** How many files a person has that no message uses, counted up to a limit. */
export async function countUnused(
  conn: Conn,
  by: { readonly companyId: string; readonly personId: string },
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from support.attachments
      where company_id = ${by.companyId} and uploaded_by = ${by.personId} and message_id is null limit ${max}
    ) counted
  `.execute(conn)
  return Number(rows[0]?.count ?? 0)
}

/** The ids of files that were uploaded before this instant and belong to no message. */
export async function listUnused(conn: Conn, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    /* across companies: a schedule deletes what nobody used, whoever it belongs to */
    select id from support.attachments where message_id is null and created_at < ${before}
    order by created_at limit ${limit}
  `.execute(conn)
  return rows.map((row) => row.id)
}

/** Nobody can use a file of this age any more. */
export async function deleteUnused(
  conn: Conn,
  before: Date,
  ids: readonly string[],
): Promise<void> {
  await sql`
    /* across companies: a schedule deletes what nobody used, whoever it belongs to */
    delete from support.attachments
    where message_id is null and created_at < ${before} and id = any(${[...ids]}::text[])
  `.execute(conn)
}

function toAttachment(row: AttachmentRow): Attachment {
  return {
    companyId: row.company_id as Id<'co'>,
    id: row.id as Id<'att'>,
    ticketId: row.ticket_id ?? undefined,
    messageId: row.message_id ?? undefined,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at,
  }
}
