import { Type } from 'typebox'
import { withDescription } from '#kernel/record'
import { defineEvent, MoneyData } from '#platform/outbox'
import { facts, orderData } from '../fulfilment/fulfilment-events.ts'
import { orderExample } from '../order-example.ts'
import type { AgreedChange } from './waiting-raise-store.ts'

const { order } = orderExample

const raiseOutcomes = ['REJECTED', 'RETURNED', 'EXPIRED', 'WITHDRAWN', 'UNPAID'] as const

export type RaiseOutcome = (typeof raiseOutcomes)[number]

const raiseData = {
  ...orderData,
  approvalId: Type.String(),
  proposalId: Type.Optional(
    Type.String({ description: 'The proposal of a supplier that the buyer has accepted.' }),
  ),
  changeRequestId: Type.Optional(
    Type.String({ description: 'The change that the buyer requested and the supplier accepted.' }),
  ),
}

const example = {
  ...order,
  state: 'PLACED',
  approvalId: 'apq_01m7xb82dw3khw78phh28dvacd',
  proposalId: 'prp_01m7xb82dw3khw78phh28dvacd',
}

export const OrderRaiseAwaitsApproval = defineEvent({
  ...facts,
  type: 'order.raise_awaits_approval',
  data: Type.Object(
    {
      ...raiseData,
      added: withDescription(MoneyData, 'What the order would cost more.'),
    },
    {
      description:
        'Both sides agree on a change that others in your company have to approve. The order stays as it is until the last approval: `order.change_accepted` or `order.change_request_accepted` follows then.',
    },
  ),
  example: { ...example, added: { amount: '12.50', currency: 'EUR' } },
})

export const OrderRaiseApproved = defineEvent({
  ...facts,
  type: 'order.raise_approved',
  data: Type.Object(
    {
      ...raiseData,
      added: withDescription(MoneyData, 'What the order would cost more.'),
      lapsesAt: Type.String({
        format: 'date-time',
        description: 'The change lapses if nobody has paid by then.',
      }),
    },
    {
      description:
        'Everybody in your company has approved a change of an order that is paid by card. Accept the proposal again, or pay for the request: `order.change_accepted` or `order.change_request_accepted` follows then.',
    },
  ),
  example: {
    ...example,
    added: { amount: '12.50', currency: 'EUR' },
    lapsesAt: '2026-01-16T10:11:12.000Z',
  },
})

export const OrderRaiseEnded = defineEvent({
  ...facts,
  type: 'order.raise_ended',
  data: Type.Object(
    {
      ...raiseData,
      outcome: Type.Enum([...raiseOutcomes], {
        description:
          'An approver rejected or returned it; nobody decided in time; or one side has taken it back or changed the order meanwhile. UNPAID: that happened after everybody had approved, and before the buyer had paid.',
      }),
    },
    {
      description:
        'A change that waited for approval, or then for its payment, does not come. The order is as it was, and the budgets have back what they held.',
    },
  ),
  example: { ...example, outcome: 'REJECTED' },
})

export const raiseEvents = [OrderRaiseAwaitsApproval, OrderRaiseApproved, OrderRaiseEnded]

/** The change that somebody has accepted. */
export function changeData({ proposalId, changeRequestId }: AgreedChange) {
  return {
    ...(proposalId !== undefined && { proposalId }),
    ...(changeRequestId !== undefined && { changeRequestId }),
  }
}
