import { Type } from 'typebox'
import { defineEvent } from '#platform/outbox'

const request = {
  approvalId: Type.String({ description: 'The id of the approval request.' }),
  orderId: Type.String(),
}

export const ApprovalCommented = defineEvent({
  type: 'approval.commented',
  version: 1,
  entity: 'approval',
  public: true,
  data: Type.Object(
    {
      ...request,
      commentId: Type.String(),
      authorId: Type.String({ description: 'The person who asks or answers.' }),
    },
    {
      description:
        'Somebody asks about an order that needs approval, or answers. `GET /api/v1/approvals/{approvalId}` has the text.',
    },
  ),
  example: {
    approvalId: 'apq_01m7xb82dw3khw78phh28dvacd',
    orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
    commentId: 'apc_01m7xb82dw3khw78phh28dvace',
    authorId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
  },
})

export const ApproverAdded = defineEvent({
  type: 'approval.approver_added',
  version: 1,
  entity: 'approval',
  public: true,
  data: Type.Object(
    {
      ...request,
      approverId: Type.String({ description: 'The person who must approve, too.' }),
      addedById: Type.String({ description: 'The approver or administrator who adds the person.' }),
    },
    {
      description:
        'Somebody adds a person who must approve an order, too, in a step after the present one.',
    },
  ),
  example: {
    approvalId: 'apq_01m7xb82dw3khw78phh28dvacd',
    orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
    approverId: 'usr_01m7x9v1c40e5rk2m8w3tq6zna',
    addedById: 'usr_01m7x9v1c40e5rk2m8w3tq6znb',
  },
})
