import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { answers, ok, type Routes } from '#platform/http'
import { ApprovalParams, ApprovalView, viewApproval } from '../requests/request-schemas.ts'
import type { Approvals } from '../service.ts'
import { CommentView, viewComment } from './comment-schemas.ts'

const tags = ['Approvals']

const CommentBody = record(
  'AddApprovalComment',
  'A question or an answer about an approval request.',
  { text: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) },
  { examples: [{ text: 'Why do we need twelve of these?' }] },
)

const ApproverBody = record(
  'AddApprover',
  'The member of the company who must approve, too.',
  { personId: Type.String({ minLength: 1, maxLength: 64 }) },
  { examples: [{ personId: 'usr_01m7xb82dw3khw78phh28dvacd' }] },
)

export function approvalCommentRoutes(approvals: Approvals): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/approvals/:approvalId/comments',
      config: {
        access: 'person',
        idempotency: 'transactional',
        fails: [
          'approvals.request_not_found',
          'approvals.already_decided',
          'approvals.comments_limit_reached',
        ],
      },
      schema: {
        operationId: 'addApprovalComment',
        summary: 'Add a comment to an approval request',
        description:
          'Asks or answers without deciding. Everybody who may read the request may comment while it waits, is being placed or is returned for change. The person who ordered, those who decide the present step, and everybody who has commented or decided get a mail.',
        tags,
        params: ApprovalParams,
        body: CommentBody,
        response: answers(CommentView, { status: 201 }),
      },
      handler: async ({ actor, params, body, idempotency }, reply) => {
        const input = { requestId: params.approvalId, text: body.text, idempotency }
        const comment: Static<typeof CommentView> = viewComment(
          await approvals.comments.add(actor, input),
        )
        return reply.code(201).send(ok(comment))
      },
    })

    http.route({
      method: 'POST',
      url: '/api/v1/approvals/:approvalId/approvers',
      config: {
        access: 'person',
        fails: [
          'approvals.request_not_found',
          'approvals.already_decided',
          'approvals.people_unknown',
          'approvals.not_an_approver',
          'approvals.requester_cannot_approve',
          'approvals.approver_exists',
          'approvals.approvers_limit_reached',
        ],
      },
      schema: {
        operationId: 'addApprover',
        summary: 'Add an approver to an approval request',
        description:
          'Adds a step after the present one, in which this person must approve, too. An approver of the present or a later step adds one, or an administrator. Nobody adds the person who ordered or who paid.',
        tags,
        params: ApprovalParams,
        body: ApproverBody,
        response: answers(ApprovalView),
      },
      handler: async ({ actor, params, body }) => {
        const { approvalId: requestId } = params
        await approvals.addApprover(actor, { requestId, personId: body.personId })
        return ok(viewApproval(await approvals.get(actor, requestId)))
      },
    })
  }
}
