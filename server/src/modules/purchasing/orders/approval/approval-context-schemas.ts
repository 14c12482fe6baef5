import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { approvalExample, seenFields, viewSeenApproval } from '#modules/approvals'
import { BudgetImpactView, viewBudgetImpact } from '#modules/budgets'
import { AmountsView, amountsExample, viewAmounts } from '#modules/totals'
import { MoneyView, viewMoney } from '#platform/http'
import {
  AddressView,
  addressExample,
  DeliveriesView,
  viewAddress,
  viewDelivery,
} from '../schemas.ts'
import type { ApprovalContext } from './approval-context.ts'
import { DifferenceView } from './difference-view.ts'

const Named = { id: Type.String(), name: Type.String() }

const RequestOrderView = record(
  'ApprovalOrder',
  'What an approver needs to know of the order. GET /api/v1/orders/{orderId} has its lines.',
  {
    poNumber: Type.Optional(Type.String()),
    costCenter: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    shipTo: AddressView,
    deliveries: Type.Optional(DeliveriesView),
    suppliers: Type.Array(record('ApprovalSupplier', 'A supplier of an order.', Named)),
    totals: Type.Optional(AmountsView),
  },
)

export const ApprovalContextView = record(
  'ApprovalRequestWithDecision',
  'An approval request with what its approvers need, and whether you may decide it.',
  {
    ...seenFields,
    requester: Type.Object(
      {
        id: Type.String(),
        name: Type.Optional(Type.String()),
        unit: Type.Optional(Type.Object(Named)),
      },
      {
        description:
          'The person who ordered; for an API key, the person who made it. `unit` is the unit that the person belongs to now.',
      },
    ),
    order: RequestOrderView,
    budgets: Type.Optional(
      Type.Array(BudgetImpactView, {
        description:
          'The budgets that the order uses, while the request waits. Absent if there are none.',
      }),
    ),
    differences: Type.Optional(
      Type.Array(DifferenceView, {
        description:
          'What differs from the returned order that this one replaces, from the order before an approver lowered quantities, or, if the request is about a change, from the order as it was. Absent if there is no such version.',
      }),
    ),
    alsoWaiting: Type.Optional(
      Type.Array(
        record('WaitingApproval', 'Another request of the same requester that waits.', {
          id: Type.String(),
          orderNumber: Type.String(),
          total: MoneyView,
          requestedAt: Type.String({ format: 'date-time' }),
        }),
        { description: 'At most 20, the newest first. Absent if there are none.' },
      ),
    ),
  },
  {
    examples: [
      {
        ...approvalExample,
        mayDecide: true,
        mayReduce: false,
        mayRevise: false,
        requester: { id: approvalExample.requestedBy, name: 'Bea Buyer' },
        order: {
          poNumber: 'PO-4711',
          shipTo: addressExample,
          suppliers: [{ id: 'co_01m7x9v1c40e5rk2m8w3tq6zna', name: 'Kabelwerk Direkt' }],
          totals: amountsExample,
        },
      },
    ],
  },
)

export function viewApprovalContext(context: ApprovalContext): Static<typeof ApprovalContextView> {
  const { order, requester, unit, budgets, differences, alsoWaiting } = context
  return {
    ...viewSeenApproval(context),
    requester: {
      id: requester.id,
      ...(requester.name !== undefined && { name: requester.name }),
      ...(unit && { unit: { ...unit } }),
    },
    order: {
      ...(order.poNumber !== undefined && { poNumber: order.poNumber }),
      ...(order.costCenter !== undefined && { costCenter: order.costCenter }),
      ...(order.note !== undefined && { note: order.note }),
      shipTo: viewAddress(order.shipTo),
      ...(order.deliveries && { deliveries: order.deliveries.map(viewDelivery) }),
      suppliers: context.suppliers.map((supplier) => ({ ...supplier })),
      ...(order.amounts && { totals: viewAmounts(order.amounts) }),
    },
    ...(budgets.length > 0 && { budgets: budgets.map(viewBudgetImpact) }),
    ...(differences && { differences: [...differences] }),
    ...(alsoWaiting.length > 0 && {
      alsoWaiting: alsoWaiting.map(({ id, orderNumber, total, requestedAt }) => ({
        id,
        orderNumber,
        total: viewMoney(total),
        requestedAt: requestedAt.toISOString(),
      })),
    }),
  }
}
