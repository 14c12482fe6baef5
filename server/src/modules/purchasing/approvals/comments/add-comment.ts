import { Type } from 'typebox'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { defineJob, enqueue } from '#platform/jobs'
import { emit } from '#platform/outbox'
import type { ApprovalsDeps } from '../deps.ts'
import { ApprovalCommented } from '../events.ts'
import { fail } from '../failures.ts'
import { lockRequest } from '../requests/request-store.ts'
import { maySee } from '../requests/vote.ts'
import type { Comment } from './comment.ts'
import { commentsMax, insertComment, listComments } from './comment-store.ts'
import { versionAfterNext } from './version-after-next.ts'

export type CommentInput = {
  readonly requestId: string
  readonly text: string
  readonly idempotency: IdempotencyClaim | undefined
}

/** The others who have to do with the request get a mail. */
export const NotifyOfComment = defineJob({
  name: 'approvals.notify_of_comment',
  payload: Type.Object({
    companyId: Type.String(),
    requestId: Type.String(),
    commentId: Type.String(),
  }),
  leaseSeconds: 60,
  attemptsMax: 10,
  poison: 'set_aside',
})

/** Asks or answers without deciding. Everybody who may read the request may do this while it is undecided or returned. */
export async function addComment(
  deps: ApprovalsDeps,
  actor: Actor,
  { requestId, text, idempotency }: CommentInput,
): Promise<Comment> {
  const now = deps.now()
  const { companyId, id: authorId } = actor
  const id = newId('apc', now)
  const comment: Comment = { id, requestId, authorId, text: text.trim(), writtenAt: now }
  return deps.database.transaction(async (tx) => {
    const request = await lockRequest(tx, companyId, { id: requestId })
    if (!request || !(await maySee(deps, tx, actor, request, now))) {
      throw fail('request_not_found', { requestId })
    }
    const firstId = await claimKey(tx, actor, idempotency, id, now)
    const comments = await listComments(tx, companyId, requestId)
    const firstComment = comments.find((earlier) => earlier.id === firstId)
    if (firstComment) return firstComment
    const { state } = request
    if (!['PENDING', 'APPROVING', 'RETURNED'].includes(state)) {
      throw fail('already_decided', { requestId, state })
    }
    const isInserted = await insertComment(tx, companyId, comment)
    if (!isInserted) throw fail('comments_limit_reached', { limit: commentsMax })
    await emit(tx, ApprovalCommented, {
      companyId,
      entityId: requestId,
      entityVersion: versionAfterNext(request, comments),
      data: { approvalId: requestId, orderId: request.orderId, commentId: id, authorId },
      occurredAt: now,
    })
    enqueue(tx, NotifyOfComment, { companyId, requestId, commentId: id }, { now })
    recordAudit(tx, {
      companyId,
      actor,
      action: 'approvals.comment_added',
      target: { type: 'approval_request', id: requestId },
      outcome: 'done',
      details: { orderId: request.orderId, commentId: id },
      now,
    })
    return comment
  })
}
