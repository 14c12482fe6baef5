import { Type } from 'typebox'
import { quantitySchema, readQuantity } from '#kernel/quantity'
import { record } from '#kernel/record'
import { ApprovalParams, type Approvals, ApprovalView, viewApproval } from '#modules/approvals'
import { answers, ok, type Routes } from '#platform/http'
import type { Fulfilment } from '../fulfilment/fulfilment.ts'
import { Comment, decisionFails, tags, Version } from './approval-routes.ts'

const ReduceBody = record(
  'ReduceOrderQuantities',
  'The version of the request that is reduced, and the lower quantities.',
  {
    ...Version,
    lines: Type.Array(
      record('ReducedLine', 'A line, and the quantity that it shall have.', {
        lineNumber: Type.Integer({ minimum: 1, maximum: 1_000 }),
        quantity: quantitySchema({
          minimum: 0,
          description: 'Less than the line has now. 0 removes the line.',
        }),
      }),
      { minItems: 1, maxItems: 500 },
    ),
    reason: Comment,
  },
  {
    examples: [
      {
        contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        step: 1,
        lines: [{ lineNumber: 1, quantity: 10 }],
        reason: 'Ten are enough.',
      },
    ],
  },
)

/** Like every decision, only by a person who is signed in. */
export function reduceRoute(fulfilment: Fulfilment, approvals: Pick<Approvals, 'get'>): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/approvals/:approvalId/reduce',
      config: {
        access: 'person',
        fails: [
          ...decisionFails,
          'approvals.reduction_not_allowed',
          'approvals.request_of_change',
          'approvals.reductions_limit_reached',
          'orders.line_not_found',
          'orders.line_repeated',
          'orders.quantity_exceeds_open',
          'orders.quantity_not_whole',
          'orders.nothing_reduced',
          'orders.reduced_to_nothing',
          'orders.too_many_steps',
        ],
      },
      schema: {
        operationId: 'reduceOrderQuantities',
        summary: 'Remove goods from an order',
        description:
          'Lowers quantities or removes lines, if the rule of the step has `mayReduce`. The goods, their budgets and their money are released at once, and the person who ordered is notified. The request has a new `contentHash` and total. Approvals that depend on what has changed are needed again, and you still approve, return or reject the order.',
        tags,
        params: ApprovalParams,
        body: ReduceBody,
        response: answers(ApprovalView),
      },
      handler: async ({ actor, params, body }) => {
        const { approvalId } = params
        const lines = body.lines.map(readQuantity)
        await fulfilment.reduce(actor, { ...body, lines, approvalId })
        return ok(viewApproval(await approvals.get(actor, approvalId)))
      },
    })
  }
}
