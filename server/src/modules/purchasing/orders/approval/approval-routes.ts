import { Type } from 'typebox'
import { record } from '#kernel/record'
import { ApprovalParams, type Approvals, ApprovalView, viewApproval } from '#modules/approvals'
import { answers, ok, type Routes } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'

const tags = ['Approvals']

const ApproveBody = record(
  'ApproveOrder',
  'The version and the step of the request that is approved.',
  {
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
  { reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) },
  { examples: [{ reason: 'We have enough of these.' }] },
)

const fails = [
  'approvals.request_not_found',
  'approvals.own_order',
  'approvals.not_your_turn',
  'approvals.already_decided',
] as const

/** Only a person who is signed in decides on orders that wait: no API key and no partner app. */
export function approvalRoutes(fulfilment: Fulfilment, approvals: Pick<Approvals, 'get'>): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/approvals/:approvalId/approve',
      config: {
        access: 'person',
        fails: [
          ...fails,
          'approvals.content_changed',
          'approvals.already_voted',
          'approvals.step_over',
          'orders.order_held',
          'orders.supplier_closed',
        ],
      },
      schema: {
        operationId: 'approveOrder',
        summary: 'Approve an order',
        description:
          'Approves for yourself, and for people whose deputy you are. After the last approval the card is charged and the order is placed. Meanwhile the request is APPROVING.',
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
      config: { access: 'person', fails },
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
        await fulfilment.reject(actor, { ...body, approvalId })
        return ok(viewApproval(await approvals.get(actor, approvalId)))
      },
    })
  }
}
