import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import type { Requisition } from '../requisition.ts'
import { type AttachmentRow, tables } from '../tables.ts'
import type { Attachment } from './attachment.ts'

type OfRequisition = Pick<Requisition, 'companyId' | 'id'>
type Uploader = { readonly companyId: string; readonly uploadedBy: string }

export async function insertAttachment(
  tx: Tx,
  attachment: Attachment,
  sha256: string,
): Promise<void> {
  await tables(tx)
    .insertInto('requisitions.attachments')
    .values({
      company_id: attachment.companyId,
      id: attachment.id,
      requisition_id: attachment.requisitionId ?? null,
      line_id: attachment.lineId ?? null,
      proves_price: attachment.provesPrice,
      name: attachment.name,
      media_type: attachment.mediaType,
      bytes: attachment.bytes,
      sha256,
      uploaded_by: attachment.uploadedBy,
      created_at: attachment.createdAt,
    })
    .execute()
}

/** Files that a person has uploaded since then may be given to lines. */
export type Upload = { readonly uploadedBy: string; readonly since: Date }

export type WantedFile = { readonly attachmentId: string; readonly lineId: string }

/**
 * Gives files to lines of a requisition: those that the person has uploaded since then and not used, and those of its lines
 * that are gone. Returns the ids of those that it found.
 */
export async function giveToLines(
  tx: Tx,
  { companyId, id }: OfRequisition,
  by: Upload,
  wanted: readonly WantedFile[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update requisitions.attachments a set requisition_id = ${id}, line_id = w.line_id
    from unnest(
      ${wanted.map(({ attachmentId }) => attachmentId)}::text[], ${wanted.map(({ lineId }) => lineId)}::text[]
    ) as w (id, line_id)
    where a.company_id = ${companyId} and a.id = w.id and case
      when a.requisition_id is null then a.uploaded_by = ${by.uploadedBy} and a.created_at > ${by.since}
      else a.requisition_id = ${id} and not a.proves_price and not exists (
        select from requisitions.lines l
        where l.company_id = ${companyId} and l.requisition_id = ${id} and l.id = a.line_id)
    end
    returning a.id
  `.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * These files alone prove the price of a line: those that prove it already stay, and unused ones of the person are added. A
 * schedule deletes the others. Returns the ids of those that it found.
 */
export async function replacePriceProofs(
  tx: Tx,
  { companyId, id }: OfRequisition,
  lineId: string,
  by: Upload,
  attachmentIds: readonly string[],
): Promise<string[]> {
  await sql`
    update requisitions.attachments
    set requisition_id = null, line_id = null, proves_price = false
    where company_id = ${companyId} and requisition_id = ${id} and line_id = ${lineId} and proves_price
      and id <> all(${[...attachmentIds]}::text[])
  `.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update requisitions.attachments set requisition_id = ${id}, line_id = ${lineId}, proves_price = true
    where company_id = ${companyId} and id = any(${[...attachmentIds]}::text[]) and case
      when requisition_id is null then uploaded_by = ${by.uploadedBy} and created_at > ${by.since}
      else requisition_id = ${id} and line_id = ${lineId} and proves_price
    end
    returning id
  `.execute(tx)
  return rows.map((row) => row.id)
}

/** The proofs of the prices of open lines belong to nothing, and a schedule deletes them. */
export async function releasePriceProofs(tx: Tx, { companyId, id }: OfRequisition): Promise<void> {
  await sql`
    update requisitions.attachments a set requisition_id = null, line_id = null, proves_price = false
    where a.company_id = ${companyId} and a.requisition_id = ${id} and a.proves_price and exists (
      select from requisitions.lines l
      where l.company_id = ${companyId} and l.requisition_id = ${id} and l.id = a.line_id and l.state = 'OPEN')
  `.execute(tx)
}

/** The files of lines that are gone belong to nothing, and a schedule deletes them. */
export async function releaseFromLines(tx: Tx, { companyId, id }: OfRequisition): Promise<void> {
  await sql`
    update requisitions.attachments a set requisition_id = null, line_id = null, proves_price = false
    where a.company_id = ${companyId} and a.requisition_id = ${id} and not exists (
      select from requisitions.lines l
      where l.company_id = ${companyId} and l.requisition_id = ${id} and l.id = a.line_id)
  `.execute(tx)
}

/** The files of the lines of a requisition, by the id of the line. */
export async function listAttachments(
  conn: Conn,
  { companyId, id }: OfRequisition,
): Promise<ReadonlyMap<string, readonly Attachment[]>> {
  const rows = await tables(conn)
    .selectFrom('requisitions.attachments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(toAttachment), ({ lineId = '' }) => lineId)
}

export async function findAttachment(
  conn: Conn,
  { companyId, id }: OfRequisition,
  attachmentId: string,
): Promise<Attachment | undefined> {
  const row = await tables(conn)
    .selectFrom('requisitions.attachments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('requisition_id', '=', id)
    .where('id', '=', attachmentId)
    .executeTakeFirst()
  return row && toAttachment(row)
}

/** How many files a person has that no line uses, counted up to a limit. */
export async function countUnused(
  conn: Conn,
  { companyId, uploadedBy }: Uploader,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from requisitions.attachments
      where company_id = ${companyId} and uploaded_by = ${uploadedBy} and requisition_id is null limit ${max}
    ) counted
  `.execute(conn)
  return Number(rows[0]?.count ?? 0)
}

/** The ids of files that were uploaded before this instant and belong to no line. */
export async function listUnused(conn: Conn, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    /* across companies: a schedule deletes what nobody used, whoever it belongs to */
    select id from requisitions.attachments where requisition_id is null and created_at < ${before}
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
    delete from requisitions.attachments
    where requisition_id is null and created_at < ${before} and id = any(${[...ids]}::text[])
  `.execute(conn)
}

function toAttachment(row: AttachmentRow): Attachment {
  return {
    companyId: row.company_id as Id<'co'>,
    id: row.id as Id<'att'>,
    requisitionId: row.requisition_id ?? undefined,
    lineId: row.line_id ?? undefined,
    provesPrice: row.proves_price,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at,
  }
}
