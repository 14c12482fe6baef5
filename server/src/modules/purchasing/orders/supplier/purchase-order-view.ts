import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { stateAfter } from '../lifecycle.ts'
import { type Order, type OrderState, orderStates, type PlacedLine } from '../order.ts'
import { asOrdered, purchaseOrderNumberOf } from './purchase-order-number.ts'

export const PurchaseOrderView = record(
  'PurchaseOrder',
  'The part of an order that one supplier delivers, and where its document is.',
  {
    supplierId: Type.String(),
    number: Type.String(),
    state: Type.Enum([...orderStates, 'CHANGE_PROPOSED', 'CHANGE_REQUESTED'], {
      description:
        'CHANGE_PROPOSED: the supplier proposes a change, and the buyer has not decided. CHANGE_REQUESTED: the buyer requests a change, and the supplier has not decided.',
    }),
    revision: Type.Integer({
      minimum: 0,
      description:
        'How often quantities, promised days or addresses of the part have changed since it was ordered: see GET /api/v1/orders/{orderId}/versions. The documents show this revision; `?revision=0` of them shows the part as it was ordered.',
    }),
    pdfUrl: Type.String({ description: 'Where to download it as PDF, with a credential.' }),
    ublUrl: Type.String({
      description: 'Where to download it as UBL 2.1 Order, with a credential.',
    }),
  },
)

const url = '/api/v1/orders/ord_01m7xb82dw3khw78phh28dvacd/documents/co_01m7x9v1c40e5rk2m8w3tq6zna'

export const purchaseOrderExample = {
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  number: 'PO-2026-000123-1',
  state: 'PLACED' as const,
  revision: 0,
  pdfUrl: `${url}.pdf`,
  ublUrl: `${url}.xml`,
}

/** Orders that a process of an older version made name no suppliers. */
export function viewPurchaseOrders(
  order: Order,
  lines: readonly PlacedLine[],
): Type.Static<typeof PurchaseOrderView>[] {
  return order.supplierIds.map((supplierId) =>
    viewPurchaseOrder(order, lines, supplierId, purchaseOrderNumberOf(order, supplierId)),
  )
}

export function viewPurchaseOrder(
  { id, state, revisions }: Pick<Order, 'id' | 'state' | 'revisions'>,
  lines: readonly PlacedLine[],
  supplierId: string,
  number: string,
) {
  const document = `/api/v1/orders/${id}/documents/${supplierId}`
  const own = lines.flatMap(({ supplierCompanyId, progress }) =>
    supplierCompanyId === supplierId ? [progress] : [],
  )
  return {
    supplierId,
    number,
    state: stateOfPart(state, own),
    revision: revisions?.[supplierId] ?? asOrdered,
    pdfUrl: `${document}.pdf`,
    ublUrl: `${document}.xml`,
  }
}

function stateOfPart(
  state: OrderState,
  own: readonly LineProgress[],
): OrderState | 'CHANGE_PROPOSED' | 'CHANGE_REQUESTED' {
  if (own.some(({ proposalId }) => proposalId !== undefined)) return 'CHANGE_PROPOSED'
  if (own.some(({ changeRequestId }) => changeRequestId !== undefined)) return 'CHANGE_REQUESTED'
  return stateAfter(state, own)
}
