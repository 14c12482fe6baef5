import { Type } from 'typebox'
import { withDescription } from '#kernel/record'
import { defineEvent, MoneyData } from '#platform/outbox'
import { facts, LineData, orderData } from '../fulfilment/fulfilment-events.ts'
import { orderExample } from '../order-example.ts'

const { order, line } = orderExample
const approvalId = 'apq_01m7xb82dw3khw78phh28dvacd'
const credit = { amount: '296.31', currency: 'EUR' }

export const OrderApproved = defineEvent({
  ...facts,
  type: 'order.approved',
  data: Type.Object(
    { ...orderData, approvalId: Type.String() },
    { description: 'The order has all of its approvals and is placed.' },
  ),
  example: { ...order, state: 'PLACED', approvalId },
})

export const OrderRejected = defineEvent({
  ...facts,
  type: 'order.rejected',
  data: Type.Object(
    {
      ...orderData,
      approvalId: Type.String(),
      cause: Type.Enum(['REJECTED', 'RETURNED', 'EXPIRED', 'PAYMENT_FAILED'], {
        description:
          'An approver rejected it, or returned it for change (`approval.returned`); nobody decided in time; or the payment has ended.',
      }),
      reason: Type.Optional(Type.String()),
      credit: MoneyData,
    },
    {
      description:
        'An order that waited for approval was rejected or expired. Its payment is released.',
    },
  ),
  example: {
    ...order,
    state: 'REJECTED',
    approvalId,
    cause: 'REJECTED',
    reason: 'Over the budget of this quarter.',
    credit,
  },
})

export const ApprovalReturned = defineEvent({
  ...facts,
  type: 'approval.returned',
  data: Type.Object(
    { ...orderData, approvalId: Type.String(), comment: Type.String() },
    {
      description:
        'An approver returned an order for change. `order.rejected` says what becomes of its payment. The person who ordered can submit it again: the new order names this request in `revises`.',
    },
  ),
  example: {
    ...order,
    state: 'REJECTED',
    approvalId,
    comment: 'Please order 10 instead of 12.',
  },
})

export const ApprovalReduced = defineEvent({
  ...facts,
  type: 'approval.reduced',
  data: Type.Object(
    {
      ...orderData,
      approvalId: Type.String(),
      contentHash: Type.String({ description: 'The hash of what is left of the order.' }),
      lines: Type.Array(LineData, {
        description: 'The goods that an approver removed from the order.',
      }),
      removedLines: Type.Optional(
        Type.Array(Type.Integer(), {
          description: 'The numbers of the lines of which nothing is left. Older events have none.',
        }),
      ),
      credit: withDescription(MoneyData, 'What the order costs less.'),
      total: withDescription(MoneyData, 'What the order costs now.'),
      reason: Type.String(),
    },
    {
      description:
        'An approver lowered quantities of an order that waits for approval, or removed lines. The goods, their budgets and their money are released. The order still waits: steps that depend on what has changed are decided again.',
    },
  ),
  example: {
    ...order,
    state: 'PENDING_APPROVAL',
    approvalId,
    contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    lines: [line],
    removedLines: [],
    credit,
    total: { amount: '296.31', currency: 'EUR' },
    reason: 'One is enough.',
  },
})

export const approvalEvents = [OrderApproved, OrderRejected, ApprovalReturned, ApprovalReduced]
