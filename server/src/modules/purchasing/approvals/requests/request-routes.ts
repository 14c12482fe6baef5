import { answers, ok, type Routes } from '#platform/http'
import { viewComment } from '../comments/comment-schemas.ts'
import type { Approvals } from '../service.ts'
import { ApprovalParams, SeenApprovalView, viewApproval } from './request-schemas.ts'

const tags = ['Approvals']

export function approvalRequestRoutes(approvals: Approvals): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/approvals/:approvalId',
      config: { access: 'person', fails: ['approvals.request_not_found'] },
      schema: {
        operationId: 'getApproval',
        summary: 'Get an approval request',
        tags,
        params: ApprovalParams,
        response: answers(SeenApprovalView),
      },
      handler: async ({ actor, params }) => {
        const seen = await approvals.get(actor, params.approvalId)
        const { mayDecide, comments } = seen
        const said = comments.length > 0 && { comments: comments.map(viewComment) }
        return ok({ ...viewApproval(seen), mayDecide, ...said })
      },
    })
  }
}
