import { Type } from 'typebox'
import { answers, list, ok, type Routes } from '#platform/http'
import type { Approvals } from '../service.ts'
import {
  ApprovalParams,
  ApprovalView,
  ListApprovalsQuery,
  SeenApprovalView,
  viewApproval,
} from './request-schemas.ts'

const tags = ['Approvals']

/** The cursor: the id of the last request of the page. */
const Position = Type.String()

export function approvalRequestRoutes(approvals: Approvals): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/approvals',
      config: { access: 'person' },
      schema: {
        operationId: 'listApprovals',
        summary: 'List approval requests',
        description: 'Lists the requests that wait for your decision, or that you have made.',
        tags,
        querystring: ListApprovalsQuery,
        response: list(ApprovalView),
      },
      handler: async ({ actor, query, page }) => {
        const { mine, orderId } = query
        const cut = { before: page.after(Position), limit: page.probe }
        const found =
          orderId === undefined
            ? await approvals.list(actor, mine, cut)
            : await approvals.ofOrder(actor, orderId)
        return page.answer(found, viewApproval, ({ request }) => request.id)
      },
    })

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
        return ok({ ...viewApproval(seen), mayDecide: seen.mayDecide })
      },
    })
  }
}
