import { type Static, Type } from 'typebox'
import { record, withDescription } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import { CommentView, viewComment } from '../comments/comment-schemas.ts'
import { StepFields, viewStep } from '../rules/rule-schemas.ts'
import type { PlannedStep } from './planned-step.ts'
import type { SeenRequest } from './read-requests.ts'
import { type RequestWithVotes, requestStates } from './request.ts'

export const ApprovalParams = Type.Object({ approvalId: Type.String({ maxLength: 64 }) })

export const approvalExample = {
  id: 'apq_01m7xb82dw3khw78phh28dvacd',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123',
  state: 'PENDING',
  contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  version: 1,
  total: { amount: '1250.00', currency: 'EUR' },
  requestedBy: 'usr_01m7xb82dw3khw78phh28dvace',
  requestedAt: '2026-01-02T03:04:05.000Z',
  expiresAt: '2026-01-05T03:04:05.000Z',
  step: 1,
  steps: [
    {
      rule: 'Above 1000 euros',
      mode: 'ANY',
      role: 'approver',
      votes: [],
    },
  ],
  escalated: false,
}

const PlannedStepFields = {
  rule: Type.String({
    description:
      'The name of the rule, or of the soft budget that the order exceeds. A request keeps the name that it had when the request was made.',
  }),
  ...StepFields,
}

export const PlannedStepView = record(
  'PlannedApprovalStep',
  'A step of the approval that an order would need.',
  PlannedStepFields,
)

export function viewPlannedStep(step: PlannedStep): Static<typeof PlannedStepView> {
  return { rule: step.ruleName, ...viewStep(step) }
}

const fields = {
  id: Type.String(),
  orderId: Type.String(),
  orderNumber: Type.String(),
  state: Type.Enum([...requestStates], {
    description:
      'PENDING: it waits for a decision. APPROVING: everybody has approved, and the order is being placed. RETURNED: an approver returned the order for change, and the person who ordered can submit it again. EXPIRED: nobody decided in time. WITHDRAWN: the buyer cancelled the order, or a change of it was taken back or overtaken.',
  }),
  contentHash: Type.String({
    description:
      'SHA-256 of lines, quantities, prices, totals, addresses and references. Send it with the approval to prove which version you have read.',
  }),
  version: Type.Integer({
    minimum: 1,
    description: '1 as it was ordered. Each time an approver lowers quantities adds one.',
  }),
  total: withDescription(MoneyView, 'What the order costs, or would cost after a change.'),
  added: Type.Optional(
    withDescription(
      MoneyView,
      'The order is placed, and a change on which both sides agree would add this much. Absent if the request is about the order itself.',
    ),
  ),
  requestedBy: Type.String({ description: 'The person or the API key that placed the order.' }),
  requestedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
  step: Type.Integer({ description: 'The number of the step that waits for a decision, from 1.' }),
  steps: Type.Array(
    record('ApprovalRequestStep', 'A step of an approval request, with the votes on it.', {
      ...PlannedStepFields,
      addedBy: Type.Optional(
        Type.String({ description: 'The person who added this approver to the request.' }),
      ),
      votes: Type.Array(
        record('ApprovalVote', 'The vote of one person on a step.', {
          personId: Type.String(),
          votedBy: Type.Optional(Type.String({ description: 'The deputy who decided.' })),
          note: Type.Optional(Type.String()),
          votedAt: Type.String({ format: 'date-time' }),
          keptFrom: Type.Optional(
            Type.String({
              description:
                'The returned request in which the approval was given. It still holds, because nothing that the step depends on has changed.',
            }),
          ),
        }),
      ),
    }),
  ),
  escalated: Type.Boolean({
    description:
      'The approvers have not decided for so long that administrators may decide in their place.',
  }),
  decidedAt: Type.Optional(Type.String({ format: 'date-time' })),
  decidedBy: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  revises: Type.Optional(
    Type.String({ description: 'The returned request that this one replaces.' }),
  ),
  revisedBy: Type.Optional(
    Type.String({ description: 'The request that replaces this one, which was returned.' }),
  ),
}

export const ApprovalView = record('ApprovalRequest', 'The request to approve an order.', fields, {
  examples: [approvalExample],
})

/** The fields of a request as one person sees it. Its order belongs to a later module, which shows the rest. */
export const seenFields = {
  ...fields,
  mayDecide: Type.Boolean({
    description: 'True: you can approve, reject or return the request now.',
  }),
  mayReduce: Type.Boolean({
    description: 'True: you can lower quantities and remove lines now.',
  }),
  mayRevise: Type.Boolean({
    description:
      'True: you can submit a changed order that names this returned request in `revises`.',
  }),
  comments: Type.Optional(
    Type.Array(CommentView, { description: 'Oldest first. Absent if there are none.' }),
  ),
}

export function viewApproval({ request, votes }: RequestWithVotes): Static<typeof ApprovalView> {
  const { decidedAt, decidedBy, reason, step, steps } = request
  return {
    id: request.id,
    orderId: request.orderId,
    orderNumber: request.orderNumber,
    state: request.state,
    contentHash: request.contentHash,
    version: request.version,
    total: viewMoney(request.total),
    ...(request.added && { added: viewMoney(request.added) }),
    requestedBy: request.requestedBy,
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    step: Math.min(step + 1, steps.length),
    steps: steps.map((plannedStep, at) => ({
      ...viewPlannedStep(plannedStep),
      ...(plannedStep.addedBy !== undefined && { addedBy: plannedStep.addedBy }),
      votes: votes
        .filter((vote) => vote.step === at)
        .map(({ personId, votedBy, note, votedAt, keptFrom }) => ({
          personId,
          ...(votedBy !== personId && { votedBy }),
          ...(note !== undefined && { note }),
          votedAt: votedAt.toISOString(),
          ...(keptFrom !== undefined && { keptFrom }),
        })),
    })),
    escalated: request.escalatedStep === step,
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    ...(decidedBy && { decidedBy }),
    ...(reason && { reason }),
    ...(request.revises && { revises: request.revises }),
    ...(request.revisedBy && { revisedBy: request.revisedBy }),
  }
}

export function viewSeenApproval(seen: SeenRequest) {
  const { mayDecide, mayReduce, mayRevise, comments } = seen
  const commentFields = comments.length > 0 && { comments: comments.map(viewComment) }
  return { ...viewApproval(seen), mayDecide, mayReduce, mayRevise, ...commentFields }
}
