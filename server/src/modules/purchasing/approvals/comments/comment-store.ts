import type { Id } from '#kernel/id'
import { type Conn, sql, type Tx } from '#platform/db'
import { type CommentRow, tables } from '../tables.ts'
import type { Comment } from './comment.ts'

/** A request has at most this number of comments. */
export const commentsMax = 100

/** False if the request has all the comments that it can have. The caller holds the request. */
export async function insertComment(tx: Tx, companyId: string, comment: Comment): Promise<boolean> {
  const { id, requestId, authorId, text, writtenAt } = comment
  const { numAffectedRows } = await sql`
    insert into approvals.comments (company_id, id, request_id, author_id, text, written_at)
    select ${companyId}, ${id}, ${requestId}, ${authorId}, ${text}, ${writtenAt}
    where (select count(*) from approvals.comments
      where company_id = ${companyId} and request_id = ${requestId}) < ${commentsMax}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Oldest first. */
export async function listComments(
  conn: Conn,
  companyId: string,
  requestId: string,
): Promise<Comment[]> {
  const rows = await tables(conn)
    .selectFrom('approvals.comments')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('request_id', '=', requestId)
    .orderBy('id')
    .limit(commentsMax)
    .execute()
  return rows.map(toComment)
}

/** False if its mails were written before. The caller holds the request. */
export async function markMailed(
  tx: Tx,
  companyId: string,
  commentId: string,
  mails: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('approvals.comments')
    .set({ mails })
    .where('company_id', '=', companyId)
    .where('id', '=', commentId)
    .where('mails', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function toComment(row: CommentRow): Comment {
  return {
    id: row.id as Id<'apc'>,
    requestId: row.request_id,
    authorId: row.author_id,
    text: row.text ?? undefined,
    writtenAt: row.written_at,
  }
}
