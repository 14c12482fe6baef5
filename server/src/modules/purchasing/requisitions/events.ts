import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'
import type { Requisition, RequisitionState } from './requisition.ts'

const facts = { version: 1, entity: 'requisition', public: true } as const

const requisitionData = {
  requisitionId: Type.String(),
  number: Type.String({ description: 'What people call the requisition.' }),
  state: Type.String(),
  requesterId: Type.String({ description: 'The person or the integration that asks.' }),
  orderId: Type.Optional(Type.String({ description: 'The order that it became.' })),
}

const example = {
  requisitionId: 'rqn_01m7xb82dw3khw78phh28dvacd',
  number: 'REQ-2026-000123',
  requesterId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
}
const orderId = 'ord_01m7xb80j6g1r3x9n5w7d0sveb'

const described = (description: string) => Type.Object(requisitionData, { description })

export const RequisitionSubmitted = defineEvent({
  ...facts,
  type: 'requisition.submitted',
  data: described('A requester has submitted a requisition: the buyers of the company continue.'),
  example: { ...example, state: 'SUBMITTED' },
})

export const RequisitionReturned = defineEvent({
  ...facts,
  type: 'requisition.returned',
  data: described(
    'A requisition is with its requester again, to be changed: a buyer returned it, or its order was returned, cancelled or not decided in time. The requisition has the comment.',
  ),
  example: { ...example, state: 'RETURNED' },
})

export const RequisitionRejected = defineEvent({
  ...facts,
  type: 'requisition.rejected',
  data: described('A buyer rejected a requisition, or an approver rejected its order.'),
  example: { ...example, state: 'REJECTED' },
})

export const RequisitionApproved = defineEvent({
  ...facts,
  type: 'requisition.approved',
  data: described('The order of a requisition has all approvals that it needs, or needs none.'),
  example: { ...example, state: 'APPROVED', orderId },
})

export const RequisitionOrdered = defineEvent({
  ...facts,
  type: 'requisition.ordered',
  data: described('The order of a requisition is placed with its suppliers.'),
  example: { ...example, state: 'ORDERED', orderId },
})

export const RequisitionPartlyOrdered = defineEvent({
  ...facts,
  type: 'requisition.partly_ordered',
  data: Type.Object(
    {
      ...requisitionData,
      linesLeft: Type.Integer({
        description: 'The lines that are in no placed order yet, and may still be ordered.',
      }),
    },
    { description: 'An order of some lines of a requisition is placed. Other lines are left.' },
  ),
  example: { ...example, state: 'IN_SOURCING', orderId, linesLeft: 2 },
})

export const RequisitionWithdrawn = defineEvent({
  ...facts,
  type: 'requisition.withdrawn',
  data: described('A requester has withdrawn a requisition.'),
  example: { ...example, state: 'WITHDRAWN' },
})

export const requisitionEvents = [
  RequisitionSubmitted,
  RequisitionReturned,
  RequisitionRejected,
  RequisitionApproved,
  RequisitionOrdered,
  RequisitionPartlyOrdered,
  RequisitionWithdrawn,
]

/** The event of each state that others need to know about. */
export const eventOfState: Partial<Record<RequisitionState, typeof RequisitionSubmitted>> = {
  SUBMITTED: RequisitionSubmitted,
  RETURNED: RequisitionReturned,
  REJECTED: RequisitionRejected,
  APPROVED: RequisitionApproved,
  ORDERED: RequisitionOrdered,
  WITHDRAWN: RequisitionWithdrawn,
}

export function requisitionEvent(requisition: Requisition) {
  const { companyId, id, version, number, state, requesterId, order, changedAt } = requisition
  return {
    companyId,
    entityId: id,
    entityVersion: version,
    data: {
      requisitionId: id,
      number,
      state,
      requesterId,
      ...(order && { orderId: order.id }),
    },
    occurredAt: changedAt,
  }
}
