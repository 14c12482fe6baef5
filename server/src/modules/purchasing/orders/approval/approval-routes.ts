import { Type } from 'typebox'
import { record } from '#kernel/record'
import { ApprovalParams, type Approvals, ApprovalView, viewApproval } from '#modules/approvals'
import { answers, ok, type Routes } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { raiseFails } from '../raises/raise-fails.ts'
import { type ContextDeps, getApprovalContext } from './approval-context.ts'
import { ApprovalContextView, viewApprovalContext } from './approval-context-schemas.ts'

export const tags = ['Approvals']

export const Version = {
  contentHash: Type.String({
    minLength: 64,
    maxLength: 64,
    pattern: '^[0-9a-f]{64}$',
    description: 'The hash from the request as you have read it.',
  }),
  step: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'The step of the request as you have read it. If you send the request again, it never counts for the next step.',
    }),
  ),
}

export const Comment = Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' })

const ApproveBody = record(
  'ApproveOrder',
  'The version and the step of the request that is approved.',
  {
    ...Version,
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  },
  {
    examples: [
      {
        contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        step: 1,
      },
    ],
  },
)

const RejectBody = record(
  'RejectOrder',
  'A note on why the order is rejected.',
  { reason: Comment, contentHash: Type.Optional(Version.contentHash), step: Version.step },
  { examples: [{ reason: 'We have enough of these.' }] },
)

const ReturnBody = record(
  'ReturnForChange',
  'The version and the step of the request that is returned, and what to change.',
  { ...Version, comment: Comment },
  {
    examples: [
      {
        contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        step: 1,
        comment: 'Please order 10 instead of 12.',
      },
    ],
  },
)

export const decisionFails = [
  'approvals.request_not_found',
  'approvals.own_order',
  'approvals.not_your_turn',
  'approvals.already_decided',
  'approvals.content_changed',
  'approvals.step_over',
] as const

const approveFails = [
  ...decisionFails,
  'approvals.already_voted',
  'orders.supplier_closed',
  ...raiseFails,
] as const

/** Shows a request with what its approvers need. The order belongs to this module, so the route does, too. */
export function seenApprovalRoute(deps: ContextDeps): Routes {
  return async (http) => {
    http.route({
      method: 'GET',
      url: '/api/v1/approvals/:approvalId',
      config: {
        access: 'person',
        operatorsToo: true,
        fails: ['approvals.request_not_found'],
      },
      schema: {
        operationId: 'getApproval',
        summary: 'Get an approval request',
        description:
          'The request with what its approvers need: the order, its suppliers and taxes, the requester and their unit, the budgets before and after, the differences from the returned version, and what else waits of the requester.',
        tags,
        params: ApprovalParams,
        response: answers(ApprovalContextView),
      },
      handler: async ({ actor, params }) =>
        ok(viewApprovalContext(await getApprovalContext(deps, actor, params.approvalId))),
    })
  }
}

/** Only a person who is signed in decides on orders that wait: no API key and no partner app. */
export function approvalRoutes(fulfilment: Fulfilment, approvals: Pick<Approvals, 'get'>): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/approvals/:approvalId/approve',
      config: {
        access: 'person',
        fails: approveFails,
      },
      schema: {
        operationId: 'approveOrder',
        summary: 'Approve an order',
        description:
          'Approves for yourself, and for people whose deputy you are. After the last approval the card is charged and the order is placed. Meanwhile the request is APPROVING. If the request is about a change of a placed order, that binds with the last approval, or the approval is refused with what the buyer lacks.',
        tags,
        params: ApprovalParams,
        body: ApproveBody,
        response: answers(ApprovalView),
      },
      handler: async ({ actor, params, body }) => {
        const { approvalId } = params
        await fulfilment.approve(actor, { ...body, approvalId })
        return ok(viewApproval(await approvals.get(actor, approvalId)))
      },
    })

    http.route({
      method: 'POST',
      url: '/api/v1/approvals/:approvalId/reject',
      config: { access: 'person', fails: decisionFails },
      schema: {
        operationId: 'rejectOrder',
        summary: 'Reject an order',
        description:
          'One rejection is enough. The order becomes REJECTED. Its goods are released, and its money is refunded automatically.',
        tags,
        params: ApprovalParams,
        body: RejectBody,
        response: answers(ApprovalView),
      },
      handler: async ({ actor, params, body }) => {
        const { approvalId } = params
        await fulfilment.refuse(actor, { ...body, approvalId, to: 'REJECTED' })
        return ok(viewApproval(await approvals.get(actor, approvalId)))
      },
    })

    http.route({
      method: 'POST',
      url: '/api/v1/approvals/:approvalId/return',
      config: { access: 'person', fails: decisionFails },
      schema: {
        operationId: 'returnOrderForChange',
        summary: 'Return an order for change',
        description:
          'Gives the order back to the person who ordered, who is notified. The order ends as a rejected one does: its goods, its payment and its budgets are released. The same person changes it and submits it again as a new order that names this request in `revises`. Approvals that depend on nothing that has changed still hold for the new order.',
        tags,
        params: ApprovalParams,
        body: ReturnBody,
        response: answers(ApprovalView),
      },
      handler: async ({ actor, params, body }) => {
        const { approvalId } = params
        const { comment: reason, ...version } = body
        await fulfilment.refuse(actor, { ...version, reason, approvalId, to: 'RETURNED' })
        return ok(viewApproval(await approvals.get(actor, approvalId)))
      },
    })
  }
}
